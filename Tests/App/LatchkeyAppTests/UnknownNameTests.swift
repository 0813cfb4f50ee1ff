import Testing

@testable import LatchkeyApp

@Suite struct UnknownNameTests {
    @Test(
        "An unknown option is one line that proposes the nearest, with or without its value",
        arguments: [["--cleint-id", "x"], ["--cleint-id=x"], ["--cleint-id"]])
    func option(arguments: [String]) {
        #expect(
            SettingsReading.faults(arguments) == ["--cleint-id: there is no such setting; did you mean --client-id?"])
    }

    @Test("An unknown variable is one line that proposes the nearest, even where it is empty", arguments: ["x", ""])
    func variable(value: String) {
        #expect(
            SettingsReading.faults([], ["LATCHKEY_CLIENT_IDD": value])
                == ["LATCHKEY_CLIENT_IDD: there is no such setting; did you mean LATCHKEY_CLIENT_ID?"])
    }

    @Test(
        "An unknown name in a file is one line that names the file and proposes the nearest",
        arguments: [
            ("s.json", #"{"taskWebApi2": "http://127.0.0.1:1/tasks"}"#),
            ("s.yaml", "taskWebApi2: http://127.0.0.1:1/tasks"),
            ("s.plist", "<plist version=\"1.0\"><dict><key>taskWebApi2</key><string>x</string></dict></plist>"),
        ])
    func file(path: String, text: String) {
        #expect(
            SettingsReading.faults(["--settings", path], texts: [path: text])
                == ["taskWebApi2: there is no such setting; did you mean taskWebAPI? (from \(path))"])
    }

    @Test("Variables that Kubernetes injects, and those of other programs, are ignored")
    func kubernetes() {
        let variables = [
            "LATCHKEY_PORT": "tcp://10.0.0.1:3000", "LATCHKEY_PORT_3000_TCP_ADDR": "10.0.0.1",
            "LATCHKEY_SERVICE_HOST": "10.0.0.1",
            "LATCHKEY_SERVICE_PORT": "3000", "PATH": "/bin", "LATCHKEYS": "x",
        ]
        #expect(SettingsReading.faults([], variables).isEmpty)
    }

    @Test("The setting that names the settings file is unknown in a settings file")
    func settingsInFile() {
        #expect(
            SettingsReading.faults(["--settings", "a.json"], texts: ["a.json": #"{"settings": "b.json"}"#]).count == 1)
    }

    @Test("A value without an option is a fault that does not show it, for it may be half of a secret")
    func stray() {
        let faults = SettingsReading.faults(["--client-secret", "one", "two"])
        #expect(faults.count == 1)
        #expect(faults.first?.hasPrefix("--client-secret: ") == true)
        #expect(!faults.joined().contains("two"))
    }

    @Test("A command after an option is a fault that says where it goes")
    func lateCommand() {
        let faults = SettingsReading.faults(["--client-id", "c", "check"])
        #expect(faults == ["check: is a command; write it first, and only one"])
    }

    @Test(
        "An option without its value is a fault",
        arguments: [["--client-id"], ["--client-id", "--listen=127.0.0.1:1"], ["--settings"]])
    func lacking(arguments: [String]) {
        let faults = SettingsReading.faults(arguments)
        #expect(faults.count == 1)
        #expect(faults.first?.contains("needs a value") == true)
    }

    @Test("Several faults of the settings are a line each")
    func several() {
        let faults = SettingsReading.faults(
            ["--cleint-id", "x", "--listen", "nowhere"], ["LATCHKEY_LOG_LEVEL": "loud"])
        #expect(faults.count == 3)
    }
}
