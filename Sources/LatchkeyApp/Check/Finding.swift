/// One thing that `check` has tried.
struct Finding: Equatable {
    enum Verdict {
        case good
        /// `serve` works nevertheless.
        case warning
        case fault
    }

    let verdict: Verdict
    /// The setting, and what was found.
    let text: String

    static func good(_ setting: SettingName, _ words: String) -> Finding {
        Finding(verdict: .good, text: "\(setting.rawValue): \(words)")
    }

    static func warning(_ setting: SettingName, _ words: String) -> Finding {
        Finding(verdict: .warning, text: "\(setting.rawValue): \(words)")
    }

    static func fault(_ setting: SettingName, _ words: String) -> Finding {
        Finding(verdict: .fault, text: "\(setting.rawValue): \(words)")
    }

    static func fault(_ fault: StartFault) -> Finding { Finding(verdict: .fault, text: fault.description) }

    /// Whether `serve` would work with it.
    var isGood: Bool { verdict != .fault }

    /// The line that is printed.
    var line: String {
        let mark =
            switch verdict {
            case .good: "good "
            case .warning: "warn "
            case .fault: "FAULT"
            }
        return PrintableText.line("\(mark) \(text)")
    }
}
