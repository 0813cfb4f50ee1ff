/// One row of the table of settings.
struct Setting: Sendable {
    let name: SettingName
    let kind: SettingKind
    let group: SettingGroup
    /// What holds where the setting is not given, in words; `nil` where that is simply nothing.
    let defaultText: String?
    /// Whether the value must never be printed.
    ///
    /// Such a setting has a twin that names a file.
    let isSecret: Bool
    /// What it means, in a line.
    let help: String

    init(
        _ name: SettingName, _ kind: SettingKind, _ group: SettingGroup, default defaultText: String? = nil,
        secret: Bool = false,
        _ help: String
    ) {
        self.name = name
        self.kind = kind
        self.group = group
        self.defaultText = defaultText
        self.isSecret = secret
        self.help = help
    }

    /// The row of the setting that names a file with this one's value; only a secret has one.
    var fileTwin: Setting? {
        guard isSecret, let twin = name.fileTwin else { return nil }
        return Setting(
            twin, .secretFile, group, "A file that holds \(name.rawValue); a newline at its end does not count.")
    }
}
