import Dispatch
import Foundation
import Synchronization
import TestSupport

/// A PostgreSQL server, Debian's, that runs in a separate folder as a user who is not root, and ends with this object
/// or with the process.
public final class TestPostgreSQL: Sendable {
    /// The server is unavailable: the tests that need it fail, because none of them is to be skipped in silence.
    public struct Missing: Error, CustomStringConvertible {
        /// The remedy.
        public let description: String
    }

    private static let sharedServer = SharedServer()
    private static let lastDatabase = Atomic(0)

    private let input: FileHandle
    private let output: FileHandle
    /// One command after the other; it may wait.
    private let queue = DispatchQueue(label: "test-postgresql")
    private let folder: String
    private let port: Int?

    /// The server that all tests share which don't do it any harm.
    public static var shared: TestPostgreSQL {
        get async throws { try await sharedServer.server }
    }

    /// Makes a server and starts it.
    ///
    /// - Parameter port: The TCP port on loopback, in addition to the socket in the folder.
    public init(port: Int? = nil) async throws {
        let (input, output) = (Pipe(), Pipe())
        let process = Process()
        let asUnprivileged = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            (getuid() == 0 ? asUnprivileged : []) + ["sh", "-c", ServerScript.text, "sh", "\(port ?? 0)"]
        process.currentDirectoryURL = URL(fileURLWithPath: "/tmp")
        process.standardInput = input
        process.standardOutput = output
        try ChildProcess.start(process)
        (self.input, self.output, self.port) = (input.fileHandleForWriting, output.fileHandleForReading, port)
        folder = await Self.line(from: output.fileHandleForReading, on: queue)
        guard !folder.isEmpty else {
            throw Missing(description: "no PostgreSQL server can be made; make prepare-tests installs Debian's")
        }
        try await start()
    }

    deinit {
        try? input.close()
    }

    /// The path of the certificate that the server shows, which is its own root.
    public var rootCertificate: String { "\(folder)/root.pem" }

    /// The password within the URLs.
    public var password: String { ServerScript.password }

    /// A new and empty database.
    ///
    /// - Returns: Its URL.
    public func makeDatabase(query: String = "") async throws -> String {
        let name = "test_\(Self.lastDatabase.add(1, ordering: .relaxed).newValue)"
        _ = try await command("create \(name)")
        return url(ofDatabase: name, query: query)
    }

    /// The URL of a database after other hosts and ports, which are tried, too.
    public func url(_ url: String, after others: [(host: String, port: UInt16)]) -> String {
        let hosts = (others.map(\.host) + [folder]).joined(separator: ",")
        let ports = (others.map { "\($0.port)" } + ["\(ServerScript.ports.0)"]).joined(separator: ",")
        return url.replacing("host=\(folder)", with: "host=\(hosts)&port=\(ports)") + "&target_session_attrs=read-write"
    }

    /// The URL of a database, which need not be there.
    public func url(ofDatabase name: String, query: String = "") -> String {
        let credentials = "\(ServerScript.user):\(ServerScript.encodedPassword)"
        // On a busy machine a connection takes its time.
        let parameters = "connect_timeout=30\(query)"
        guard let port else { return "postgresql://\(credentials)@/\(name)?host=\(folder)&\(parameters)" }
        return "postgresql://\(credentials)@localhost:\(port)/\(name)?hostaddr=127.0.0.1&\(parameters)"
    }

    /// Starts the server and waits until it takes connections.
    public func start() async throws { _ = try await command("start") }

    /// Stops the server in good order; connected clients are disconnected.
    public func stop() async throws { _ = try await command("stop") }

    /// Kills the server by `SIGKILL`, with all of its processes.
    public func kill() async throws { _ = try await command("kill") }

    /// Makes a standby, for which each commit waits from then on.
    public func makeStandby() async throws { _ = try await command("standby") }

    /// Kills the standby by `SIGKILL`: no commit gets through any more, but all can be read.
    public func killStandby() async throws { _ = try await command("kill-standby") }

    /// Starts the killed standby, which catches up.
    public func startStandby() async throws { _ = try await command("start-standby") }

    /// Kills the server for good; the killed standby starts and takes over, as far as it had followed.
    public func takeOver() async throws { _ = try await command("take-over") }

    /// The URL of a database by which the server is found, or its standby once it has taken over; the latter is first.
    public func urlWithStandby(_ url: String) -> String {
        let (port, standby) = ServerScript.ports
        return url.replacing("host=\(folder)", with: "host=\(folder),\(folder)&port=\(standby),\(port)")
            + "&target_session_attrs=read-write"
    }

    /// The URL of a database through a link to the server's socket, which is made in another folder.
    ///
    /// - Returns: The URL, and the link's path. Without the link no further connection can be made.
    public func linkedURL(_ url: String, in other: String) throws -> (url: String, link: String) {
        let socket = ".s.PGSQL.\(ServerScript.ports.0)"
        let link = "\(other)/\(socket)"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(folder)/\(socket)")
        return (url.replacing("host=\(folder)", with: "host=\(other)"), link)
    }

    /// Runs a statement in one line as the server's owner, in the database `postgres`.
    ///
    /// - Returns: The last line of the response.
    @discardableResult
    public func run(_ sql: String) async throws -> String { try await command("run \(sql)") }

    /// Runs a statement in one line as the server's owner, in the database of a URL.
    ///
    /// - Returns: The last line of the response.
    @discardableResult
    public func run(_ sql: String, inDatabase url: String) async throws -> String {
        let name = url.prefix { $0 != "?" }.split(separator: "/").last ?? ""
        return try await command("in \(name) \(sql)")
    }

    private func command(_ command: String) async throws -> String {
        let lines: [String] = await withCheckedContinuation { continuation in
            queue.async { [input, output] in
                input.write(Data("\(command)\n".utf8))
                var received = [Self.readLine(from: output)]
                while let last = received.last, !["done", "failed", ""].contains(last) {
                    received.append(Self.readLine(from: output))
                }
                continuation.resume(returning: received)
            }
        }
        guard lines.last == "done" else {
            throw Missing(description: "the PostgreSQL server for the tests failed to \(command)")
        }
        return lines.dropLast().last ?? ""
    }

    private static func line(from handle: FileHandle, on queue: DispatchQueue) async -> String {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: readLine(from: handle)) }
        }
    }

    /// One line; empty at the end.
    private static func readLine(from handle: FileHandle) -> String {
        var line = Data()
        while let byte = try? handle.read(upToCount: 1), !byte.isEmpty, byte[byte.startIndex] != UInt8(ascii: "\n") {
            line += byte
        }
        return String(decoding: line, as: UTF8.self)
    }
}

/// Starts the shared server once, however many ask for it at once.
private actor SharedServer {
    private var starting: Task<TestPostgreSQL, any Error>?

    var server: TestPostgreSQL {
        get async throws {
            let task = starting ?? Task { try await TestPostgreSQL() }
            starting = task
            return try await task.value
        }
    }
}
