import Dispatch
import Foundation
import StorageTestSupport
import Synchronization
import TestSupport
import Testing

@testable import PostgreSQLSessionStorage

@Suite struct HostRaceTests {
    /// The time limit of each host in the tests' URLs.
    private let limit = Duration.seconds(30)

    @Test("Silent hosts at the start of the list don't delay the connection to the one that responds")
    func silentHosts() async throws {
        let (server, silent) = (try await TestPostgreSQL.shared, [try SilentServer(), try SilentServer()])
        let url = server.url(try await server.makeDatabase(), after: silent.map { ("127.0.0.1", $0.port) })
        let database = try PostgreSQLDatabase(url, connectionCount: 1)
        let start = ContinuousClock.now
        try await database.check()
        #expect(start.duration(to: .now) < limit)
    }

    @Test("A database host that has just become the primary is found while another host is silent")
    func becomesPrimary() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let tries = Atomic(0)
        let silence = DispatchSemaphore(value: 0)
        defer { silence.signal() }
        let isConnected = await withCheckedContinuation { done in
            Thread.detachNewThread {
                let race = HostRace.connect(to: ["standby", "silent"]) { host in
                    if host == "silent" { _ = silence.wait(timeout: .now() + 30) }
                    let isPrimary = host == "standby" && tries.add(1, ordering: .relaxed).newValue > 2
                    return OpenedConnection([("dbname", isPrimary ? url : "postgresql:///d?host=/nowhere")])
                }
                done.resume(returning: race.connection != nil)
            }
        }
        #expect(isConnected)
        #expect(tries.load(ordering: .relaxed) == 3)
    }

    @Test("If no database host can be connected to, the error has the reasons of all, but not the password")
    func allFail() async throws {
        let database = try PostgreSQLDatabase(
            "postgresql://u:hidden@127.0.0.1:1,127.0.0.1:2/d?target_session_attrs=primary", connectionCount: 1)
        let error = try #require(await storageError { try await database.check() })
        #expect(error.kind == .unreachable)
        for part in ["port 1 ", "port 2 "] { #expect(error.description.contains(part), "\(error)") }
        #expect(!error.description.contains("hidden"))
    }

    @Test("Database hosts without ports are tried at PostgreSQL's own port")
    func noPorts() async throws {
        let folder = try TemporaryFolder()
        let hosts = ["none", "neither"].map { folder.file($0) }
        let list = hosts.map { $0.replacing("/", with: "%2F") }.joined(separator: ",")
        let database = try PostgreSQLDatabase(
            "postgresql://u@\(list)/d?target_session_attrs=primary", connectionCount: 1)
        let error = try #require(await storageError { try await database.check() })
        for host in hosts { #expect(error.description.contains("\(host)/.s.PGSQL.5432"), "\(error)") }
    }

    @Test(
        "Database hosts are tried in parallel if only a writable one will do, else libpq tries them in order",
        arguments: [
            (
                "u@one:1,two:2/d?target_session_attrs=read-write",
                [["host": "one", "port": "1"], ["host": "two", "port": "2"]]
            ),
            (
                "u@one,two/d?target_session_attrs=primary&port=7&hostaddr=127.0.0.1,::1",
                [
                    ["host": "one", "hostaddr": "127.0.0.1", "port": "7"],
                    ["host": "two", "hostaddr": "::1", "port": "7"],
                ]
            ),
            (
                "u@one:1,two/d?target_session_attrs=read-write",
                [["host": "one", "port": "1"], ["host": "two", "port": "5432"]]
            ),
            (
                "u@one,two/d?target_session_attrs=read-write",
                [["host": "one", "port": "5432"], ["host": "two", "port": "5432"]]
            ),
            ("/d?host=/a,/b&target_session_attrs=read-write", [["host": "/a"], ["host": "/b"]]),
            ("/d?host=,/b&target_session_attrs=read-write", [[:]]),
            ("u@one,two/d?target_session_attrs=primary&hostaddr=127.0.0.1,", [[:]]),
            ("u@one,two/d", [[:]]), ("u@one,two/d?target_session_attrs=any", [[:]]),
            ("u@one/d?target_session_attrs=read-write", [[:]]),
        ] as [(String, [[String: String]])])
    func hosts(url: String, hosts: [[String: String]]) throws {
        #expect(try PostgreSQLURL("postgresql://\(url)")?.hosts == hosts)
    }
}
