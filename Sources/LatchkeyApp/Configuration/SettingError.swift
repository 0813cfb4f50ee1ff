/// One thing that is wrong with the settings, as a line for the operator.
struct SettingError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The setting, option or variable at fault.
    let subject: String
    /// What is wrong and how to fix it.
    let problem: String
    /// Where the value was given.
    let origin: String?

    init(_ subject: String, _ problem: String, from origin: String? = nil) {
        self.subject = subject
        self.problem = problem
        self.origin = origin == subject ? nil : origin
    }

    /// A name that no setting has, with the nearest that one has.
    static func unknown(_ name: String, among candidates: [String], from origin: String? = nil) -> SettingError {
        let proposal = NearestName.of(name, among: candidates).map { "; did you mean \($0)?" } ?? ""
        return SettingError(name, "there is no such setting\(proposal)", from: origin)
    }

    /// One line: unprintable characters of a value are escaped.
    var description: String { PrintableText.line("\(subject): \(problem)\(origin.map { " (from \($0))" } ?? "")") }
}

/// All that is wrong with the settings.
struct SettingsError: Error, Sendable, Equatable {
    let errors: [SettingError]
}
