import Testing

@testable import LatchkeyApp

@Suite struct SettingNameTests {
    @Test(
        "A name becomes a variable and an option",
        arguments: [
            (SettingName.clientId, "LATCHKEY_CLIENT_ID", "--client-id"),
            (.taskWebAPI, "LATCHKEY_TASK_WEB_API", "--task-web-api"),
            (.faceBookSignInPolicyId, "LATCHKEY_FACE_BOOK_SIGN_IN_POLICY_ID", "--face-book-sign-in-policy-id"),
            (.authority, "LATCHKEY_AUTHORITY", "--authority"),
            (.sessionKeysFile, "LATCHKEY_SESSION_KEYS_FILE", "--session-keys-file"),
        ])
    func conversion(name: SettingName, variable: String, option: String) {
        #expect(name.environmentName == variable)
        #expect(name.option == option)
    }

    @Test("The table has every name once")
    func table() {
        #expect(SettingsTable.all.map(\.name.rawValue).sorted() == SettingName.allCases.map(\.rawValue).sorted())
    }

    @Test("Every secret has a twin that names a file")
    func twins() {
        let secrets = SettingsTable.all.filter(\.isSecret)
        #expect(secrets.map(\.name) == [.clientSecret, .sessionKeys, .database])
        #expect(secrets.allSatisfy { $0.fileTwin != nil })
    }

    @Test("Every setting is found by its option and its variable", arguments: SettingsTable.all.map(\.name))
    func lookUp(name: SettingName) {
        #expect(SettingsTable.setting(option: name.option)?.name == name)
        #expect(SettingsTable.setting(environmentName: name.environmentName)?.name == name)
    }
}
