/// The settings that variables hold.
struct EnvironmentSettings: Sendable {
    let layer: SettingsLayer
    /// The path of the settings file.
    let file: String?
    let faults: [SettingFault]

    /// What Kubernetes sets in every container beside a service named `latchkey`.
    private static let injectedPrefixes = ["LATCHKEY_PORT", "LATCHKEY_SERVICE_"]

    init(_ environment: [String: String]) {
        var layer = SettingsLayer(source: .environment)
        var faults: [SettingFault] = []
        for (variable, value) in environment.sorted(by: { $0.key < $1.key })
        where variable.hasPrefix(SettingName.environmentPrefix) {
            if variable == SettingsTable.fileVariable { continue }
            if let setting = SettingsTable.setting(environmentName: variable) {
                layer.values[setting.name] = .text(value)
            } else if !Self.injectedPrefixes.contains(where: variable.hasPrefix) {
                faults.append(
                    .unknown(
                        variable, among: SettingsTable.shown.map(\.name.environmentName) + [SettingsTable.fileVariable])
                )
            }
        }
        self.layer = layer
        self.faults = faults
        file = environment[SettingsTable.fileVariable].flatMap { $0.isEmpty ? nil : $0 }
    }
}
