import OpenIDConnect
import TasksWeb
import Testing

@testable import LatchkeyApp

@Suite struct SettingNameTests {
    @Test(
        "A name becomes a variable and an option",
        arguments: [
            ("clientId", "LATCHKEY_CLIENT_ID", "--client-id"),
            ("taskWebAPI", "LATCHKEY_TASK_WEB_API", "--task-web-api"),
            ("faceBookSignInPolicyId", "LATCHKEY_FACE_BOOK_SIGN_IN_POLICY_ID", "--face-book-sign-in-policy-id"),
            ("authority", "LATCHKEY_AUTHORITY", "--authority"),
            ("sessionKeysFile", "LATCHKEY_SESSION_KEYS_FILE", "--session-keys-file"),
        ])
    func conversion(name: String, variable: String, option: String) throws {
        let row = try #require(Settings.row(named: name))
        #expect(row.environmentName == variable)
        #expect(row.option == option)
    }

    @Test("Every setting of the table is read, in the table's order, under the name of its property")
    func table() {
        #expect(Settings.rows.map(\.name) == Mirror(reflecting: Settings.table).children.compactMap(\.label))
        #expect(Set(Settings.all.map(\.name)).count == Settings.all.count)
    }

    @Test("Every fault of a client's configuration names a setting", arguments: ConfigurationFault.allCases)
    func faults(fault: ConfigurationFault) {
        #expect(Settings.row(named: fault.setting)?.name == fault.setting)
    }

    @Test("Every secret has a setting for a file that holds it")
    func twins() {
        let secrets = Settings.all.filter(\.isSecret)
        #expect(secrets.map(\.name) == ["clientSecret", "sessionKeys", "database"])
        #expect(secrets.compactMap { $0.fileTwin?.name } == ["clientSecretFile", "sessionKeysFile", "databaseFile"])
    }

    @Test("Every setting is found by its option and its variable", arguments: Settings.all.map(\.name))
    func lookUp(name: String) throws {
        let row = try #require(Settings.row(named: name))
        #expect(Settings.row(option: row.option)?.name == name)
        #expect(Settings.row(environmentName: row.environmentName)?.name == name)
    }

    @Test("A default is a value that its setting would take", arguments: Settings.rows.map(\.name))
    func defaults(name: String) throws {
        let reader = try #require(Settings.readers.first { $0.row.name == name })
        guard let text = reader.row.defaultText,
            ["true", "info", "text", "query"].contains(text) || text.first?.isNumber == true
        else { return }
        let given = SettingText(text: text, shown: text, files: .system)
        var settings = Settings.table
        #expect(throws: Never.self) { try reader.read([given], &settings) }
    }
}
