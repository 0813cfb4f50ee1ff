/// Why the program can't start although its settings are right in themselves.
struct StartFault: Error, CustomStringConvertible {
    /// The setting that leads to the fault, and how to mend it.
    let description: String

    init(_ setting: SettingName, _ problem: String) {
        description = PrintableText.line("\(setting.rawValue): \(problem)")
    }
}
