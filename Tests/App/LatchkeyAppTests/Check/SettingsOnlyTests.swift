import FoundationEssentials
import HTTPTransport
import MisbehavingProvider
import TestSupport
import Testing

@testable import LatchkeyApp

/// `check --settings-only`, which contacts no server.
@Suite struct SettingsOnlyTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String, to name: String) throws -> String {
        let path = folder.file(name)
        // Others may not read it, because it may contain a secret.
        #expect(
            FileManager.default.createFile(
                atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]))
        return path
    }

    private func read(_ options: [String]) throws -> Configuration {
        try ConfigurationReader().read(
            arguments: ["--data-directory", folder.file("data")] + options, environment: [:])
    }

    @Test("With --settings-only check contacts no authority, tasks API or database, and resolves no name")
    func silent()
        async throws
    {
        var started: [LoopbackServer] = []
        for _ in 0..<4 { started.append(try await LoopbackServer.start { _ in .drop }) }
        let servers = started
        let url = { try servers[$0].url().description }
        let entry = #"{"name": "a", "authority": "\#(try url(1))", "clientId": "c", "clientSecret": "s"}"#
        let configuration = try read([
            "--authority", try url(0), "--client-id", "c", "--client-secret", "s",
            "--task-web-api", try url(2), "--listen", "name.invalid:3000",
            "--redirect-uri", "https://tasks.example/auth/openid/return",
            "--database", "postgresql://u:p@127.0.0.1:\(servers[3].port)/d?connect_timeout=2&sslmode=disable",
            "--settings", try write(#"{"moreAuthorities": [\#(entry)]}"#, to: "s.json"),
        ])
        let found = try await CheckCommand.findings(configuration, .settingsOnly)
        #expect(servers.map(\.connectionsAccepted) == [0, 0, 0, 0])
        #expect(found.allSatisfy { $0.isGood }, "\(found)")
        #expect(found.map { $0.text.prefix { $0 != ":" } } == ["redirectUri", "threads", "dataDirectory"], "\(found)")

        // The servers count: without the option each of them is contacted, and the name is looked up.
        let all = try await CheckCommand.findings(configuration, .everything)
        #expect(servers.allSatisfy { $0.connectionsAccepted > 0 }, "\(servers.map(\.connectionsAccepted))")
        let faults = Set(all.filter { !$0.isGood }.map { String($0.text.prefix { $0 != ":" }) })
        #expect(
            faults == ["listen", "authority", "moreAuthorities.a.authority", "taskWebAPI", "database"], "\(all)")
        for server in servers { await server.stop() }
    }

    @Test("With --settings-only check finds the same faults of settings, files and keys") func local() async throws {
        let (key, other) = (ClientKey.p256(), ClientKey.p256())
        let database = try write("no database, whatever its name says, and long enough", to: "odd.sqlite")
        let configuration = try read([
            "--authority", "https://name.invalid", "--client-id", "c", "--database", "sqlite:\(database)",
            "--client-key-file", try write(key.privateKey, to: "key"),
            "--client-certificate-file", try write(try other.certificate(validFor: 86_400), to: "certificate"),
            "--ca-file", try write(SettingsReading.certificate, to: "roots"),
            "--tls-certificate-file", folder.file("certificate"), "--tls-key-file", folder.file("key"),
            "--session-keys", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        ])
        let found = try await CheckCommand.findings(configuration, .settingsOnly)
        let faults = Set(found.filter { !$0.isGood }.map { String($0.text.prefix { $0 != ":" }) })
        #expect(faults == ["database", "caFile", "tlsCertificateFile", "clientCertificateFile"], "\(found)")
        let wrong = found.filter { $0.verdict == .wrongSetting }.map { String($0.subject) }
        #expect(Set(wrong) == faults.subtracting(["database"]), "\(found)")
        #expect(found.contains { $0.verdict == .warning && $0.text.hasPrefix("sessionKeys: ") }, "\(found)")
        #expect(
            found.contains { $0.verdict == .warning && $0.text.hasPrefix("clientCertificateFile: ") }, "\(found)")
    }

    @Test("The parts that serve runs itself are good, also while it runs") func development() async throws {
        let serve = try await LoopbackServer.start { _ in .drop }
        let found = try await CheckCommand.findings(
            try read(["--listen", "127.0.0.1:\(serve.port)"]), .settingsOnly)
        #expect(found.allSatisfy { $0.verdict == .good }, "\(found)")
        #expect(
            found.map { $0.text.prefix { $0 != ":" } }
                == ["redirectUri", "threads", "dataDirectory", "database", "authority", "taskWebAPI"])
        await serve.stop()
    }

    @Test("The exit code of check is 0 if all is well, 1 for a fault, and 78 for wrong settings") func exitCodes()
        async throws
    {
        let roots = try write(SettingsReading.certificate, to: "roots")
        let odd = try write("no database, whatever its name says, and long enough", to: "odd.sqlite")
        for (options, code) in [
            ([], 0), (["--database", "sqlite:\(odd)"], 1), (["--ca-file", roots], 78), (["--ca-file", "/nowhere"], 78),
        ] {
            let arguments = ["check", "--settings-only", "--data-directory", folder.file("data")] + options
            #expect(await Latchkey.run(arguments, environment: [:]) == Int32(code), "\(options)")
        }
    }

    @Test(
        "A mistyped option of check is suggested as such, and one with a value is refused",
        arguments: [
            ("--setings-only", "--setings-only: there is no such setting; did you mean --settings-only?"),
            ("--settings-only=yes", "--settings-only: takes no value"), ("--watch=60", "--watch: takes no value"),
        ])
    func mistyped(option: String, message: String) throws {
        let options = CheckOptions([option, "--listen", "127.0.0.1:1"])
        #expect(options.scope == .everything && !options.repeats)
        let error = #expect(throws: SettingsError.self) {
            try ConfigurationReader(commandOptions: CheckOptions.rows.map(\.name)).read(
                arguments: options.settings, environment: [:])
        }
        #expect(error?.errors.map(\.description) == [message])
    }
}
