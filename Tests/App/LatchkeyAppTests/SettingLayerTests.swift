import HTTPServer
import SealedCookies
import Testing

@testable import LatchkeyApp

@Suite struct SettingLayerTests {
    let file = [
        "s.json":
            #"{"clientId": "file", "prompt": "login", "scopes": ["file/a", "file/b"], "additionalScopes": ["email"]}"#
    ]

    @Test("The command line comes before the environment, that before the file, that before the default")
    func order() throws {
        let configuration = try SettingsReading.read(
            ["--scopes", "line/x", "--settings", "s.json"], ["LATCHKEY_SCOPES": "env/y", "LATCHKEY_CLIENT_ID": "env"],
            texts: file)
        #expect(configuration.clientId == "env")
        #expect(configuration.prompt == "login")
        #expect(configuration.scopes == ["line/x"])
        #expect(configuration.additionalScopes == ["email"])
        #expect(configuration.sessionLifetime == .seconds(43200))
    }

    @Test("Bytes that aren't UTF-8 are an error, and are no other secret")
    func otherEncoding() {
        // As Swift has them: "caf\u{FFFD}" for the bytes of "caf\u{E9}" in Latin-1.
        let secret = "caf\u{FFFD}"
        #expect(
            SettingsReading.faults(["--client-secret", secret], ["LATCHKEY_CLIENT_ID": secret]) == [
                "--client-secret: has U+FFFD, or bytes that aren't UTF-8",
                "LATCHKEY_CLIENT_ID: has U+FFFD, or bytes that aren't UTF-8",
            ])
    }

    @Test("LATCHKEY_SETTINGS names the settings file unless an option does")
    func settingsVariable() throws {
        let texts = file.merging(["t.yaml": "clientId: other"]) { $1 }
        #expect(try SettingsReading.read([], ["LATCHKEY_SETTINGS": "s.json"], texts: texts).clientId == "file")
        #expect(
            try SettingsReading.read(["--settings=t.yaml"], ["LATCHKEY_SETTINGS": "s.json"], texts: texts).clientId
                == "other")
        #expect(try SettingsReading.read([], ["LATCHKEY_SETTINGS": ""], texts: texts).clientId == nil)
    }

    @Test("An empty value counts as not given, and the next layer's value holds", arguments: ["", "  "])
    func empty(value: String) throws {
        let configuration = try SettingsReading.read(
            ["--client-id", value],
            [
                "LATCHKEY_CLIENT_ID": value, "LATCHKEY_SETTINGS": "s.json", "LATCHKEY_LISTEN": value,
                "LATCHKEY_SCOPES": value,
            ], texts: file)
        #expect(configuration.clientId == "file")
        #expect(configuration.listen.port == 3000)
        #expect(configuration.scopes == ["file/a", "file/b"])
    }

    @Test(
        "Lists are written with spaces or commas, and empty entries don't count",
        arguments: ["a,b", "a b", " a,, b ,", "a\nb\r\n", ",a\tb"])
    func lists(value: String) throws {
        #expect(try SettingsReading.read([], ["LATCHKEY_SCOPES": value]).scopes == ["a", "b"])
        #expect(try SettingsReading.read(["--scopes", value]).scopes == ["a", "b"])
    }

    @Test("A repeated option counts with its last value, a list's with all")
    func repeated() throws {
        #expect(try SettingsReading.read(["--client-id", "a", "--client-id=b"]).clientId == "b")
        #expect(try SettingsReading.read(["--scopes", "a", "--scopes=b"]).scopes == ["a", "b"])
    }

    @Test("A setting's value may start with hyphens and have an equals sign")
    func hyphens() throws {
        let configuration = try SettingsReading.read([
            "--session-keys", SettingsReading.otherKey, "--client-secret=a=b", "--prompt", "-x",
        ])
        #expect(configuration.sessionKeys?.map(\.text) == [SettingsReading.otherKey])
        #expect(configuration.clientSecret?.value == "a=b")
        #expect(configuration.prompt == "-x")
    }

    @Test("An option that is true or false means true where it stands alone")
    func flags() throws {
        #expect(
            try SettingsReading.read(["--show-claims", "--full-screen", "false"], ["LATCHKEY_SHOW_CLAIMS": "false"])
                .showClaims)
        #expect(try !SettingsReading.read(["--show-claims=false"]).showClaims)
    }

    @Test(
        "A secret is read from the file that its setting names, without a newline at the end",
        arguments: ["", "\n", "\r\n"])
    func twin(ending: String) throws {
        let texts = [
            "secret": " s e" + ending, "keys": "\(SettingsReading.key)\n\(SettingsReading.otherKey)\(ending)",
            "db": "sqlite:/x" + ending,
        ]
        let configuration = try SettingsReading.read(
            ["--client-secret-file", "secret"], ["LATCHKEY_SESSION_KEYS_FILE": "keys", "LATCHKEY_DATABASE_FILE": "db"],
            texts: texts)
        #expect(configuration.clientSecret?.value == " s e")
        #expect(configuration.sessionKeys?.map(\.text) == [SettingsReading.key, SettingsReading.otherKey])
        #expect(configuration.database == .sqlite(path: "/x"))
    }

    @Test("A secret's file in a higher layer comes before the secret in a lower one, and the other way round")
    func twinLayers() throws {
        let texts = ["secret": "from file"]
        #expect(
            try SettingsReading.read(
                ["--client-secret-file", "secret"], ["LATCHKEY_CLIENT_SECRET": "env"], texts: texts
            ).clientSecret?
            .value == "from file")
        #expect(
            try SettingsReading.read(
                ["--client-secret", "line"], ["LATCHKEY_CLIENT_SECRET_FILE": "secret"], texts: texts
            ).clientSecret?
            .value == "line")
    }

    @Test("A secret and its file in one layer are a fault")
    func bothTwins() {
        let faults = SettingsReading.faults(
            [], ["LATCHKEY_CLIENT_SECRET": "x", "LATCHKEY_CLIENT_SECRET_FILE": "secret"], texts: ["secret": "y"])
        #expect(
            faults == [
                "clientSecret: is given together with clientSecretFile; leave one of them out (from LATCHKEY_CLIENT_SECRET)"
            ])
    }

    @Test(
        "A secret's file that can't be used is one line that names it",
        arguments: [("/nonexistent/secret", "does not exist"), ("empty", "is empty")])
    func badTwin(path: String, reason: String) {
        #expect(
            SettingsReading.faults([], ["LATCHKEY_CLIENT_SECRET_FILE": path], texts: ["empty": "\n"]) == [
                "clientSecretFile: \(path) \(reason)"
            ])
    }
}
