/// One thing that is wrong with the settings, as a line for the person who starts the program.
struct SettingFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// The setting, option or variable at fault.
    let subject: String
    /// What is wrong and how to mend it.
    let problem: String
    /// Where the value was given.
    var origin: String?

    init(_ subject: String, _ problem: String, from origin: String? = nil) {
        self.subject = subject
        self.problem = problem
        self.origin = origin == subject ? nil : origin
    }

    init(_ name: SettingName, _ problem: String, from origin: String? = nil) {
        self.init(name.rawValue, problem, from: origin)
    }

    /// One line: whatever a value brings along is made printable.
    var description: String { PrintableText.line("\(subject): \(problem)\(origin.map { " (from \($0))" } ?? "")") }
}

/// All that is wrong with the settings.
struct SettingsFault: Error, Sendable, Equatable {
    let faults: [SettingFault]
}

extension SettingFault {
    /// A name that no setting has, with the nearest that one has.
    static func unknown(_ name: String, among candidates: [String], from origin: String? = nil) -> SettingFault {
        let proposal = NearestName.of(name, among: candidates).map { "; did you mean \($0)?" } ?? ""
        return SettingFault(name, "there is no such setting\(proposal)", from: origin)
    }
}
