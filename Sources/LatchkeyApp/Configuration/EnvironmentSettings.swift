/// The settings that variables hold.
struct EnvironmentSettings: Sendable {
    let layer: SettingsLayer
    /// The path of the settings file.
    let file: String?
    let errors: [SettingError]

    /// What Kubernetes sets in every container together with a service named `latchkey`.
    private static let injectedPrefixes = ["LATCHKEY_PORT", "LATCHKEY_SERVICE_"]

    init(_ environment: [String: String]) {
        var layer = SettingsLayer(source: .environment)
        var errors: [SettingError] = []
        for (variable, value) in environment.sorted(by: { $0.key < $1.key })
        where variable.hasPrefix(Settings.environmentPrefix) {
            if variable == Settings.fileVariable { continue }
            if let row = Settings.row(environmentName: variable) {
                layer.values[row.name] = .text(value)
            } else if !Self.injectedPrefixes.contains(where: variable.hasPrefix) {
                errors.append(
                    .unknown(
                        variable, among: Settings.shown.map(\.environmentName) + [Settings.fileVariable])
                )
            }
        }
        self.layer = layer
        self.errors = errors
        file = environment[Settings.fileVariable].flatMap { $0.isEmpty ? nil : $0 }
    }
}
