/// One thing that `check` has tried.
struct Finding: Equatable {
    let isGood: Bool
    /// The setting, and what was found.
    let text: String

    static func good(_ setting: SettingName, _ words: String) -> Finding { Finding(isGood: true, text: "\(setting.rawValue): \(words)") }
    static func fault(_ setting: SettingName, _ words: String) -> Finding { Finding(isGood: false, text: "\(setting.rawValue): \(words)") }
    static func fault(_ fault: StartFault) -> Finding { Finding(isGood: false, text: fault.description) }

    /// The line that is printed.
    var line: String { PrintableText.line("\(isGood ? "good " : "FAULT") \(text)") }
}
