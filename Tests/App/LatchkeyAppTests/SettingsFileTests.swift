import FoundationEssentials
import TestSupport
import Testing

@testable import LatchkeyApp

@Suite struct SettingsFileTests {
    static let files: [(String, String)] = [
        (
            "s.json",
            #"{"clientId": "web-client", "scopes": ["a", "", "b"], "additionalScopes": "c, d", "showClaims": false, "fullScreen": true, "sessionLifetime": 600, "apiTimeout": 0.5, "prompt": null}"#
        ),
        (
            "s.yaml",
            """
            clientId: web-client # a comment
            scopes:
              - a
              - ""
              - b
            additionalScopes: c, d
            showClaims: no
            fullScreen: true
            sessionLifetime: 600
            apiTimeout: 0.5
            prompt: ~
            """
        ),
        (
            "S.YML",
            "{clientId: 'web-client', scopes: [a, ~, b], additionalScopes: [c, d], showClaims: 'false', sessionLifetime: '600', apiTimeout: 0.50}"
        ),
        (
            "s.plist",
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
            <key>clientId</key><string>web-client</string>
            <key>scopes</key><array><string>a</string><string></string><string>b</string></array>
            <key>additionalScopes</key><string>c, d</string>
            <key>showClaims</key><false/>
            <key>sessionLifetime</key><integer>600</integer>
            <key>apiTimeout</key><real>0.5</real>
            </dict></plist>
            """
        ),
    ]

    @Test("A settings file has the same values in JSON, YAML and as a property list", arguments: files)
    func formats(path: String, text: String) throws {
        let configuration = try SettingsReading.read(["--settings", path], texts: [path: text])
        #expect(configuration.clientId == "web-client")
        #expect(configuration.scopes == ["a", "b"])
        #expect(configuration.additionalScopes == ["c", "d"])
        #expect(!configuration.showClaims)
        #expect(configuration.fullScreen)
        #expect(configuration.sessionLifetime == .seconds(600))
        #expect(configuration.apiTimeout == .milliseconds(500))
        #expect(configuration.prompt == nil)
    }

    @Test("A text in YAML stays as it is written", arguments: ["yes", "010", "1.10", "0x1F", "1_000", "null_"])
    func yamlText(value: String) throws {
        #expect(
            try SettingsReading.read(["--settings", "s.yaml"], texts: ["s.yaml": "clientId: \(value)"]).clientId
                == value)
    }

    @Test(
        "An unusable settings file is one line that names the file and the option or variable",
        arguments: [
            ("/nonexistent/settings.json", "", "does not exist"),
            ("./s.toml", "", "must end in .json, .yaml or .plist, which says how it is written"),
            ("s.json", "{\"clientId\": \"hidden\"", "is no valid JSON at line 1"),
            ("s.json", "{\n  \"authority\": \"a\"\n  \"clientId\": \"hidden\"\n}", "is no valid JSON at line 3"),
            ("s.json", "[]", "is no JSON object"),
            ("s.json", #"{"clientId": "a", "x": {"clientId": 1}, "client\u0049d": "b"}"#, "has clientId twice"),
            ("s.yaml", "clientId: a\nclientId: b", "has clientId twice"),
            ("s.yaml", "clientId: a\n  b: hidden: x", "is no valid YAML at line 2"),
            ("s.yaml", "- hidden", "does not hold names with values"),
            ("s.yaml", "[1]: x", "has a name that is no text"),
            ("s.plist", "<plist><array/></plist>", "is no valid property list of names with values"),
            ("s.json", "\u{0}", "is no valid JSON at line 1"),
        ])
    func unusable(path: String, text: String, reason: String) {
        let texts = path.hasPrefix("/nonexistent") ? [:] : [path: text]
        #expect(SettingsReading.faults(["--settings", path], texts: texts) == ["--settings: \(path) \(reason)"])
        #expect(
            SettingsReading.faults([], ["LATCHKEY_SETTINGS": path], texts: texts) == [
                "LATCHKEY_SETTINGS: \(path) \(reason)"
            ])
    }

    @Test("A settings file that is not UTF-8 is refused")
    func notUTF8() {
        #expect(throws: SettingsError(errors: [SettingError("--settings", "s.json is not text in UTF-8")])) {
            try SettingsReading.read(["--settings", "s.json"], files: ["s.json": [0x7B, 0xFF, 0x7D]])
        }
    }

    @Test("An empty YAML file sets nothing", arguments: ["", "# nothing", "---\n", "~"])
    func emptyYAML(text: String) throws {
        #expect(try SettingsReading.read(["--settings", "s.yaml"], texts: ["s.yaml": text]).clientId == nil)
    }

    @Test("A byte order mark in a settings file is ignored")
    func byteOrderMark() throws {
        #expect(
            try SettingsReading.read(["--settings", "s.json"], texts: ["s.json": "\u{FEFF}{\"clientId\": \"a\"}"])
                .clientId == "a")
    }

    @Test(
        "A value of the wrong type in a settings file is one line that names the setting",
        arguments: [
            ("s.json", #"{"clientId": ["a", "b"]}"#, "must be one value"),
            ("s.json", #"{"clientId": {"a": 1}}"#, "must be one value"),
            ("s.yaml", "clientId: {a: b}", "must be one value"),
            ("s.json", #"{"scopes": [["a"]]}"#, "must be a list of texts"),
            ("s.yaml", "scopes: [{a: b}]", "must be a list of texts"),
            ("s.plist", "<plist><dict><key>clientId</key><data>AAAA</data></dict></plist>", "must be one value"),
        ])
    func shapes(path: String, text: String, reason: String) {
        let faults = SettingsReading.faults(["--settings", path], texts: [path: text])
        #expect(faults.count == 1)
        #expect(faults.first?.hasSuffix("\(reason) (from \(path))") == true)
    }

    @Test(
        "A number or a boolean in a settings file doesn't count as a text of another kind",
        arguments: [
            (#"{"showClaims": 5}"#, "showClaims"), (#"{"sessionLifetime": true}"#, "sessionLifetime"),
            (#"{"listen": 3000}"#, "listen"),
        ])
    func kinds(text: String, name: String) {
        let faults = SettingsReading.faults(["--settings", "s.json"], texts: ["s.json": text])
        #expect(faults.count == 1)
        #expect(faults.first?.hasPrefix("\(name): ") == true)
    }

    @Test("Settings files of this machine are read, and an unreadable one's error says why")
    func system() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("s.yaml")
        try Data("clientId: here".utf8).write(to: URL(filePath: path))
        #expect(try ConfigurationReader().read(arguments: ["--settings", path], environment: [:]).clientId == "here")
        #expect(throws: SettingsError(errors: [SettingError("--settings", "\(path).json does not exist")])) {
            try ConfigurationReader().read(arguments: ["--settings", path + ".json"], environment: [:])
        }
        #expect(throws: SettingsError(errors: [SettingError("clientSecretFile", "\(folder.path) is a folder")])) {
            try ConfigurationReader().read(arguments: ["--client-secret-file", folder.path], environment: [:])
        }
    }
}
