import FoundationEssentials
import SQLiteSessionStorage
import TestSupport
import Testing

@testable import LatchkeyApp

@Suite struct WarningsTests {
    private static let authority = ["--authority", "https://login.example", "--client-id", "app"]
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func warnings(_ options: [String] = []) throws -> [Finding] {
        let configuration = try ConfigurationReader().read(
            arguments: ["--data-directory", folder.file("data")] + options, environment: [:])
        return Warnings(configuration: configuration).findings
    }

    private func write(_ text: String, to name: String, mode: Int) throws -> String {
        let path = folder.file(name)
        try Data(text.utf8).write(to: URL(filePath: path))
        try setMode(mode, of: path)
        return path
    }

    private func setMode(_ mode: Int, of path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    @Test("Files that serve creates, and missing files, cause no warning") func fresh() throws {
        #expect(try warnings() == [])
        _ = try DataDirectory(path: folder.file("data")).sessionKeys()
        _ = try SQLiteSessionStore(path: folder.file("data/latchkey.sqlite"))
        #expect(try warnings() == [])
    }

    @Test(
        "A file with a secret that its group can write, or that others can access, is a warning",
        arguments: [
            (0o600, false), (0o400, false), (0o640, false), (0o440, false), (0o620, true), (0o660, true), (0o604, true),
            (0o602, true),
            (0o601, true), (0o644, true), (0o666, true),
        ])
    func modes(mode: Int, isLoose: Bool) throws {
        let path = try write("s3cret", to: "secret", mode: mode)
        let warnings = try warnings(Self.authority + ["--client-secret-file", path])
        #expect(warnings.count == (isLoose ? 1 : 0), "\(warnings)")
        guard isLoose, let warning = warnings.first else { return }
        #expect(warning.isGood && warning.line.hasPrefix("warn  clientSecretFile: \(path) "), "\(warning)")
        #expect(
            warning.text.contains("mode 0\(String(mode, radix: 8))")
                && warning.text.hasSuffix("run chmod g-w,o= on it"))
        #expect(!warning.text.contains("s3cret"))
    }

    @Test("A folder in a secret file's place is no warning, because its mode protects its contents") func folderAsFile()
        throws
    {
        #expect(try warnings(["--database", "sqlite:/tmp"]) == [])
    }

    @Test(
        "A data directory in which others can replace files is a warning",
        arguments: [
            (0o700, false), (0o770, false), (0o755, false), (0o702, false), (0o703, true), (0o777, true),
            (0o1777, false),
        ])
    func folderModes(mode: Int, isOpen: Bool) throws {
        let path = try DataDirectory(path: folder.file("data")).path
        try setMode(mode, of: path)
        let text = "dataDirectory: other users can replace the files in \(path) (mode 0\(String(mode, radix: 8))); "
        #expect(try warnings().map(\.text) == (isOpen ? ["\(text)run chmod o-w on it"] : []))
        try setMode(0o700, of: path)
    }

    @Test("Every file that holds a secret is checked, each once") func files() throws {
        let directory = try DataDirectory(path: folder.file("data"))
        _ = try directory.sessionKeys()
        _ = try SQLiteSessionStore(path: folder.file("data/latchkey.sqlite"))
        let own = [
            "session-keys", "latchkey.sqlite", "latchkey.sqlite-wal", "identity-provider.sqlite",
            "identity-provider-key.pem",
        ]
        .map { folder.file("data/\($0)") }
        for path in own {
            try setMode(0o666, of: FileManager.default.fileExists(atPath: path) ? path : write("", to: path))
        }
        #expect(
            try warnings().map { $0.text.prefix { $0 != ":" } } == [
                "sessionKeys", "database", "dataDirectory", "dataDirectory",
            ])

        let key = try write(SettingsReading.privateKey, to: "key.pem", mode: 0o644)
        let certificate = try write(SettingsReading.certificate, to: "certificate.pem", mode: 0o644)
        let database = try write("postgresql://u:p@localhost/x", to: "database", mode: 0o644)
        let keys = try write(SettingsReading.key, to: "keys", mode: 0o644)
        let options = [
            "--client-key-file", key, "--tls-key-file", key, "--tls-certificate-file", certificate, "--database-file",
            database,
            "--session-keys-file", keys,
        ]
        let named = try warnings(Self.authority + options).map { String($0.text.prefix { $0 != ":" }) }
        #expect(named.sorted() == ["clientKeyFile", "databaseFile", "sessionKeysFile", "tlsKeyFile"])
    }

    @Test("A database is one warning, which names each of its files with a loose mode") func databaseFiles() throws {
        let database = folder.file("tasks.sqlite")
        for path in [database, "\(database)-wal", "\(database)-shm"] { try setMode(0o600, of: write("", to: path)) }
        let options = ["--database", "sqlite:\(database)"]
        #expect(try warnings(options) == [])
        let start = "database: \(database)"
        let advice = "run chmod g-w,o= on it"
        try setMode(0o640, of: "\(database)-wal")
        #expect(try warnings(options) == [])
        try setMode(0o660, of: "\(database)-wal")
        #expect(
            try warnings(options).map(\.text) == [
                "\(start)-wal holds a secret, but its group can write it (mode 0660); \(advice)"
            ])
        try setMode(0o644, of: database)
        try setMode(0o604, of: "\(database)-shm")
        let further = "and on \(database)-wal and on \(database)-shm"
        #expect(
            try warnings(options).map(\.text) == [
                "\(start) holds a secret, but other users can access it (mode 0644); \(advice) \(further)"
            ])
    }

    private func write(_ text: String, to path: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    @Test("A settings file that holds a secret is checked, one without a secret isn't") func settingsFile() throws {
        let settings = try write(#"{"clientSecret": "s3cret", "showClaims": false}"#, to: "with.json", mode: 0o644)
        let warnings = try warnings(Self.authority + ["--settings", settings])
        #expect(warnings.count == 1, "\(warnings)")
        #expect(warnings.first?.text.hasPrefix("clientSecret: \(settings) ") == true)
        let plain = try write(#"{"showClaims": false}"#, to: "without.json", mode: 0o644)
        #expect(try self.warnings(Self.authority + ["--settings", plain]) == [])
    }

    @Test("A settings file holds its secret also if an option gives another, or names another file") func overridden()
        throws
    {
        let settings = try write(#"{"clientSecret": "s3cret"}"#, to: "settings.json", mode: 0o644)
        let secret = try write("0ther", to: "secret", mode: 0o600)
        for options in [["--client-secret", "0ther"], ["--client-secret-file", secret]] {
            let warnings = try warnings(Self.authority + ["--settings", settings] + options)
            #expect(warnings.map { $0.text.prefix { $0 != " " } } == ["clientSecret:"], "\(warnings)")
        }
    }

    @Test(
        "A database in a settings file, or in a file of its own, is a secret only if it has a password",
        arguments: [
            ("sqlite:tasks.sqlite", false), ("postgresql://u@localhost/x", false), ("postgresql:///x", false),
            ("postgresql://u:s3cret@localhost/x", true), ("postgres://u:s3cret@localhost/x", true),
            ("postgresql://u@localhost/x?password=s3cret", true),
            ("postgresql://u@localhost/x?sslpassword=s3cret", true),
        ])
    func databaseText(text: String, isSecret: Bool) throws {
        let settings = try write(#"{"database": "\#(text)"}"#, to: "settings.json", mode: 0o644)
        #expect(try warnings(["--settings", settings]).count == (isSecret ? 1 : 0))
        #expect(try warnings(["--settings", settings, "--database", "sqlite:x"]).count == (isSecret ? 1 : 0))
        let file = try write(text, to: "database", mode: 0o644)
        #expect(try warnings(["--database-file", file]).count == (isSecret ? 1 : 0))
    }

    @Test("A session key of one byte repeated is a warning, which doesn't show it") func predictableKey() throws {
        for key in [
            String(repeating: "A", count: 43), "__________________________________________8",
            "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE",
        ] {
            let warnings = try warnings(["--session-keys", "\(SettingsReading.key) \(key)"])
            #expect(warnings.count == 1, "\(warnings)")
            #expect(warnings.first?.text.hasPrefix("sessionKeys: key 2 ") == true)
            #expect(!warnings.description.contains(key))
        }
    }

    @Test("A session key of one byte repeated in the data directory is a warning") func predictableKeyInFolder() throws
    {
        let folder = try TemporaryFolder()
        let file = URL(filePath: folder.file("session-keys"))
        for (key, isGuessable) in [(String(repeating: "A", count: 43), true), (SettingsReading.key, false)] {
            try Data("\(key)\n".utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            let warnings = try warnings(["--data-directory", file.deletingLastPathComponent().path])
            #expect(warnings.contains { $0.text.hasPrefix("sessionKeys: key 1 ") } == isGuessable, "\(warnings)")
        }
    }

    @Test(
        "A PostgreSQL server on another machine without sslmode is a warning",
        arguments: [
            ("postgresql://u@db.example/x", true), ("postgresql://u@10.0.0.7:5432/x", true),
            ("postgresql://u@localhost,db.example/x", true),
            ("postgresql://u@db.example/x?sslmode=verify-full", false),
            ("postgresql://u@db.example/x?sslmode=disable", false),
            ("postgresql://u@localhost/x", false), ("postgresql://u@127.0.0.1/x", false),
            ("postgresql://u@[::1]/x", false),
            ("postgresql://u@%2Fvar%2Frun%2Fpostgresql/x", false), ("postgresql:///x", false),
        ])
    func encryption(url: String, isOpen: Bool) throws {
        let warnings = try warnings(["--database", url])
        #expect(warnings.map { $0.text.prefix { $0 != ":" } } == (isOpen ? ["database"] : []), "\(warnings)")
    }

    @Test(
        "Traces in plain http to another machine are a warning, which names the setting or the variable",
        arguments: [
            ("http://c.example:4318", true), ("http://10.0.0.7", true), ("https://c.example", false),
            ("http://127.0.0.1:4318", false), ("http://localhost:4318/x", false), ("http://[::1]:4318", false),
        ])
    func plainTraces(url: String, isOpen: Bool) throws {
        let warnings = try warnings(["--traces-endpoint", url])
        #expect(warnings.map { $0.text.prefix { $0 != ":" } } == (isOpen ? ["tracesEndpoint"] : []), "\(warnings)")
        for variable in ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] {
            let configuration = try ConfigurationReader().read(arguments: [], environment: [variable: url])
            let findings = Warnings(configuration: configuration).findings
            #expect(findings.contains { $0.text.hasPrefix("\(variable): ") } == isOpen, "\(findings)")
            #expect(findings.allSatisfy { $0.isGood })
        }
    }

    @Test("A file of header fields for the collector holds a secret") func headerFieldsFile() throws {
        let path = try write("Authorization: s3cret", to: "headers", mode: 0o644)
        let warnings = try warnings(["--traces-endpoint", "https://c.example", "--traces-headers-file", path])
        #expect(warnings.map { $0.text.prefix { $0 != ":" } } == ["tracesHeadersFile"], "\(warnings)")
    }

    @Test("The embedded API at an address that isn't loopback is a warning") func plainAPI() throws {
        #expect(try warnings(["--api-listen", "0.0.0.0:3002"]).map { $0.text.prefix { $0 != ":" } } == ["apiListen"])
        #expect(try warnings(["--api-listen", "0.0.0.0:3002", "--task-web-api", "https://api.example/tasks"]) == [])
    }
}
