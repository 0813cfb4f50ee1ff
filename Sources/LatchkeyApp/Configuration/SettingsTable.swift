/// Every setting there is.
///
/// Options, variables, keys of files, suggestions, checks, help and documentation come from here.
enum SettingsTable {
    /// The rows, each secret followed by its twin.
    static let all: [Setting] = rows.flatMap { [$0] + ($0.fileTwin.map { [$0] } ?? []) }

    /// The rows that help and documentation show.
    static let shown = all.filter { $0.kind != .ignored }

    /// The option that names the settings file.
    static let fileOption = "--settings"
    /// The variable that names the settings file.
    static let fileVariable = "LATCHKEY_SETTINGS"

    static func setting(_ name: SettingName) -> Setting? { byName[name] }

    static func setting(option: String) -> Setting? { byOption[option] }

    static func setting(environmentName: String) -> Setting? { byEnvironmentName[environmentName] }

    private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
    private static let byOption = Dictionary(all.map { ($0.name.option, $0) }) { first, _ in first }
    private static let byEnvironmentName = Dictionary(all.map { ($0.name.environmentName, $0) }) { first, _ in first }

    private static let rows =
        [
            SettingRows.authority, SettingRows.policies, SettingRows.tasksAPI, SettingRows.pages, SettingRows.network,
            SettingRows.sessions,
            SettingRows.logging, SettingRows.sample,
        ].flatMap(\.self)
}
