/// One thing that `check` has tried.
struct Finding: Equatable {
    enum Verdict {
        case good
        /// `serve` works nevertheless.
        case warning
        case fault
        /// A setting that is as wrong as one that can't be read: its file can't be used, or the authority rules it out.
        case wrongSetting
    }

    let verdict: Verdict
    /// The setting's name, a colon and the finding.
    let text: String

    static func good(_ setting: KeyPath<Settings, Setting<some Sendable>>, _ words: String) -> Finding {
        Finding(.good, Settings.name(setting), words)
    }

    static func warning(_ setting: KeyPath<Settings, Setting<some Sendable>>, _ words: String) -> Finding {
        Finding(.warning, Settings.name(setting), words)
    }

    static func fault(_ setting: KeyPath<Settings, Setting<some Sendable>>, _ words: String) -> Finding {
        fault(SettingError(setting, words))
    }

    static func fault(_ error: SettingError) -> Finding { Finding(verdict: .fault, text: error.description) }

    static func wrongSetting(_ error: SettingError) -> Finding {
        Finding(verdict: .wrongSetting, text: error.description)
    }

    /// The same finding of a setting in an entry.
    ///
    /// - Parameter prefix: The entry, before the setting's name.
    func within(_ prefix: String) -> Finding { Finding(verdict: verdict, text: prefix + text) }

    /// The setting.
    var subject: Substring { text.prefix { $0 != ":" } }

    /// Whether `serve` would work with it.
    var isGood: Bool { exitCode == ExitCode.success }

    /// The exit code that the finding gives `check`.
    var exitCode: Int32 {
        switch verdict {
        case .good, .warning: ExitCode.success
        case .fault: ExitCode.failure
        case .wrongSetting: ExitCode.settings
        }
    }

    /// The line that is printed.
    var line: String {
        let mark =
            switch verdict {
            case .good: "good "
            case .warning: "warn "
            case .fault, .wrongSetting: "FAULT"
            }
        return PrintableText.line("\(mark) \(text)")
    }
}

extension Finding {
    init(_ verdict: Verdict, _ setting: String, _ words: String) {
        self.init(verdict: verdict, text: "\(setting): \(words)")
    }
}
