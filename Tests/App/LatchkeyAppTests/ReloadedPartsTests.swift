import CurlTransport
import Foundation
import HTTPTransport
import HTTPTypes
import HummingbirdOpenIDConnect
import Logging
import OTLPExport
import SealedCookies
import SessionStorage
import StorageTestSupport
import TasksWeb
import TestSupport
import Testing
import Tracing

@testable import LatchkeyApp

/// The parts that SIGHUP reloads, on a real database and real TLS.
@Suite(.timeLimit(.minutes(2))) struct ReloadedPartsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String, to name: String) throws {
        try text.write(toFile: folder.file(name), atomically: true, encoding: .utf8)
    }

    private func read(_ options: [String]) throws -> Configuration {
        try ConfigurationReader().read(
            arguments: ["--data-directory", folder.file("data")] + options, environment: [:])
    }

    private func storage() throws -> Storage {
        try Storage(
            .sqlite(path: folder.file("x.sqlite")), users: .test(), maximumTasks: 10, logger: Logger(label: "test"))
    }

    /// The log of a reload about the named parts.
    private func reload(
        _ name: String, _ storage: Storage, _ transport: CurlClient, _ options: [String], keys: SealingKeyRing? = nil,
        keysAreNamed: Bool = false, authorities: [SignInAuthority] = [], exporter: SpanExporter? = nil
    ) async throws -> [String] {
        let directory = try DataDirectory(path: folder.file("data"))
        let parts = Reloader.parts(
            keys: try keys ?? SealingKeyRing(try directory.sessionKeys()), keysAreNamed: keysAreNamed,
            directory: directory, authorities: authorities, identity: nil, storage: storage, transport: transport,
            exporter: exporter)
        let reloader = Reloader(parts: parts, configuration: try read([])) { try read(options) }
        return await reloader.reloadAll().map(\.text).filter { $0.contains(name) }
    }

    @Test("The credential of a further authority is reloaded from its entry; without the entry it stays as it was")
    func furtherAuthority() async throws {
        let file = folder.file("s.json")
        let entry =
            #"{"name": "a", "authority": "https://a.example", "clientId": "c", "clientSecretFile": "\#(file).secret"}"#
        try write("one", to: "s.json.secret")
        try write(#"{"moreAuthorities": [\#(entry)]}"#, to: "s.json")
        let options = ["--settings", file]
        let configuration = try read(options)
        let storage = try storage()
        let transport = try CurlClient()
        let settings = configuration.authorities[1]
        let partner = SignInAuthority(settings, try configuration.makeRelyingParty(settings, over: transport))
        let name = "client's credentials at a "
        let done = try await reload(name, storage, transport, options, authorities: [partner])
        #expect(done == ["the client's credentials at a were reloaded"])
        try write(#"{"moreAuthorities": []}"#, to: "s.json")
        let refused = try await reload(name, storage, transport, options, authorities: [partner])
        #expect(refused.count == 1 && refused[0].contains("stay as they were: moreAuthorities: "), "\(refused)")
    }

    @Test("Session keys of the settings are not replaced by the data directory's")
    func namedSessionKeys() async throws {
        let directory = try DataDirectory(path: folder.file("data"))
        let key = try SealingKey.generate().text
        let keys = SealingKeyRing(try SealingKeys(texts: [key]))
        let sealed = try SealedCookieCodec(ring: keys).seal([1], purpose: "test", expires: 60)
        _ = try directory.sessionKeys()
        let storage = try storage()
        let transport = try CurlClient()
        for (options, isReloaded) in [([], false), (["--session-keys", key], true)] {
            let lines = try await reload(
                "session keys", storage, transport, options, keys: keys, keysAreNamed: true)
            #expect(lines.count == 1 && lines[0].contains("sessionKeys: it is no longer set") != isReloaded, "\(lines)")
            #expect(SealedCookieCodec(ring: keys).open(sealed, purpose: "test", now: 0) == [1])
        }
    }

    @Test("The header fields of traces are reloaded from their file")
    func tracesHeaderFields() async throws {
        let collector = try await TraceCollector.start()
        let file = folder.file("headers.txt")
        let options = ["--traces-endpoint", "http://127.0.0.1:\(collector.port)", "--traces-headers-file", file]
        try write("Authorization: Bearer one\n", to: "headers.txt")
        let traces = try #require(try read(options).traces)
        let transport = try CurlClient()
        let (storage, queue) = (try storage(), SpanQueue())
        let exporter = SpanExporter(
            queue: queue, endpoint: traces.endpoint, headerFields: traces.headerFields, resource: [],
            scope: ("tests", "1"), transport: transport, report: { _ in })
        let tracer = OTLPTracer(queue: queue, sampler: traces.sampler)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await exporter.run() }
            for token in ["one", "two"] {
                try write("Authorization: Bearer \(token)\n", to: "headers.txt")
                let name = "header fields of traces"
                let lines = try await reload(name, storage, transport, options, exporter: exporter)
                #expect(lines == ["the \(name) were reloaded"])
                // As many as are sent at once.
                for _ in 0..<512 { tracer.startSpan("span", context: .topLevel).end() }
                try await collector.waitForRequests(token == "one" ? 1 : 2)
                #expect(collector.requests.last?.headerFields[.authorization] == "Bearer \(token)")
            }
            group.cancelAll()
        }
        try write("nonsense", to: "headers.txt")
        let refused = try await reload("tracesHeadersFile", storage, transport, options, exporter: exporter)
        #expect(refused.count == 1 && refused[0].contains("stay as they were"), "\(refused)")
        await collector.stop()
    }

    @Test("Credentials are refused if their authority or their client has changed")
    func otherClient() async throws {
        let options = { ["--authority", $0, "--client-id", $1, "--client-secret", $2] }
        let configuration = try read(options("https://a.example", "one", "old"))
        let storage = try storage()
        let transport = try CurlClient()
        let authority = SignInAuthority(
            configuration.main, try configuration.makeRelyingParty(configuration.main, over: transport))
        for (changed, setting) in [
            (options("https://b.example", "one", "new"), "authority"),
            (options("https://a.example", "two", "new"), "clientId"),
            ([], "authority"),
        ] {
            let lines = try await reload("client's credentials", storage, transport, changed, authorities: [authority])
            let words = "the client's credentials stay as they were: \(setting): it has changed; restart latchkey"
            #expect(lines == [words])
        }
        let lines = try await reload(
            "client's credentials", storage, transport, options("https://a.example", "one", "new"),
            authorities: [authority])
        #expect(lines == ["the client's credentials were reloaded"])
    }

    @Test(
        "A missing file of session keys leaves the old keys in use and isn't created; once it is back it is reloaded"
    )
    func missingSessionKeys() async throws {
        let directory = try DataDirectory(path: folder.file("data"))
        let keys = SealingKeyRing(try directory.sessionKeys())
        let sealed = try SealedCookieCodec(ring: keys).seal([1], purpose: "test", expires: 60)
        let opens = { SealedCookieCodec(ring: keys).open(sealed, purpose: "test", now: 0) == [1] }
        let storage = try storage()
        let transport = try CurlClient()
        let file = DataDirectory.keyFile(in: folder.file("data"))

        try FileManager.default.moveItem(atPath: file, toPath: folder.file("moved"))
        let refusal = try await reload("session keys", storage, transport, [], keys: keys)
        #expect(
            refusal.count == 1 && refusal[0].hasPrefix("the session keys stay as they were: sessionKeys: "),
            "\(refusal)")
        #expect(refusal.joined().contains("is missing"), "\(refusal)")
        #expect(opens())
        #expect(!FileManager.default.fileExists(atPath: file))

        let done = ["the session keys were reloaded"]
        try write(try String(contentsOfFile: folder.file("moved"), encoding: .utf8), to: "data/session-keys")
        #expect(try await reload("session keys", storage, transport, [], keys: keys) == done)
        #expect(opens())
        try write("\(SealingKey.generate().text)\n", to: "data/session-keys")
        #expect(try await reload("session keys", storage, transport, [], keys: keys) == done)
        #expect(!opens())
    }

    @Test(
        "The database's password is reloaded from its file; another database's URL, or none, leaves the old one in use"
    )
    func databasePassword() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let options = ["--database-file", folder.file("database")]
        try write(url.replacing(":p%40ss", with: ":wrong"), to: "database")
        let (connected, log) = AsyncStream.makeStream(of: Void.self)
        let logger = Logger(label: "test") { _ in
            WatchedLog { metadata, event in
                let isOfSessions = metadata["connections"] == "for sessions"
                if isOfSessions, event.message == "The database is back." { log.yield() }
            }
        }
        let storage = try Storage(try read(options).database, users: .test(), maximumTasks: 10, logger: logger)
        let transport = try CurlClient()
        await #expect(throws: (any Error).self) { try await storage.sessions.check() }

        let elsewhere = try await TestPostgreSQL.shared.makeDatabase()
        for (text, words) in [
            (elsewhere, "another database"), ("sqlite:\(folder.file("x"))", "another kind of database"),
        ] {
            try write(text, to: "database")
            let lines = try await reload("database's credentials", storage, transport, options)
            #expect(
                lines.count == 1
                    && lines[0].hasPrefix("the database's credentials stay as they were: database: "),
                "\(lines)")
            #expect(lines.joined().contains(words), "\(lines)")
        }
        try write("", to: "database")
        let refusal = try await reload("databaseFile", storage, transport, options)
        #expect(refusal.count == 1 && refusal[0].contains("stay as they were"), "\(refusal)")

        try write(url, to: "database")
        #expect(
            try await reload("database's credentials", storage, transport, options)
                == ["the database's credentials were reloaded"])
        _ = await connected.first { true }
        try await storage.sessions.check()
    }

    @Test(
        "The CA file is reloaded; one without a readable certificate leaves the old roots in use"
    )
    func roots() async throws {
        let (old, new) = (try await TestCertificate(), try await TestCertificate())
        let server = try await LoopbackServer.start(tls: new) { _ in LoopbackResponse() }
        let storage = try storage()
        let transport = try CurlClient(caFile: old.caFile)
        func isTrusted() async throws -> Bool {
            do {
                _ = try await transport.send(TransportRequest(.get, server.url()))
                return true
            } catch let error as TransportError where error.kind == .insecure {
                return false
            }
        }
        #expect(try await !isTrusted())
        let done = ["the roots for outgoing calls were reloaded"]
        #expect(try await reload("roots", storage, transport, ["--ca-file", new.caFile]) == done)
        #expect(try await isTrusted())
        try write(SettingsReading.certificate, to: "broken.pem")
        let lines = try await reload("roots", storage, transport, ["--ca-file", folder.file("broken.pem")])
        #expect(lines.count == 1 && lines[0].contains("stay as they were: caFile: "), "\(lines)")
        #expect(try await isTrusted())
        #expect(try await reload("roots", storage, transport, []) == done)
        #expect(try await !isTrusted())
        await server.stop()
    }
}
