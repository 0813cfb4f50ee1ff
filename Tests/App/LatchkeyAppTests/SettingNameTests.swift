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

    @Test("The table has every setting once, by the name of its property")
    func table() {
        #expect(Settings.rows.count == Mirror(reflecting: Settings.table).children.count)
        #expect(Set(Settings.all.map(\.name)).count == Settings.all.count)
        for child in Mirror(reflecting: Settings.table).children {
            #expect((child.value as? any SettingRow)?.name == child.label)
        }
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

    @Test("A default is a value that its setting would take", arguments: Settings.shown.map(\.name))
    func defaults(name: String) throws {
        let row = try #require(Settings.row(named: name))
        guard let text = row.defaultText,
            ["true", "info", "text", "query"].contains(text) || text.first?.isNumber == true
        else { return }
        let given = SettingText(text: text, shown: text, files: .system)
        #expect(throws: Never.self) { try row.value(of: [given]) }
    }
}
