/// A file that holds a secret, and the setting whose secret it is.
struct SecretFile: Sendable, Equatable {
    let setting: SettingName
    let path: String
}
