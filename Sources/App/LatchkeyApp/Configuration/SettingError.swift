/// One thing that is wrong with a setting, or with what it names, as a line for the operator.
struct SettingError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The setting, option or variable at fault.
    let subject: String
    /// The fault and how to fix it.
    let problem: String
    /// The origin of the value.
    let origin: String?

    init(_ subject: String, _ problem: String, from origin: String? = nil) {
        self.subject = subject
        self.problem = problem
        self.origin = origin == subject ? nil : origin
    }

    init(_ setting: KeyPath<Settings, Setting<some Sendable>>, _ problem: String) {
        self.init(Settings.name(setting), problem)
    }

    /// A name that no setting has, with the nearest that one has.
    static func unknown(_ name: String, among candidates: [String], from origin: String? = nil) -> SettingError {
        let proposal = NearestName.of(name, among: candidates).map { "; did you mean \($0)?" } ?? ""
        return SettingError(name, "there is no such setting\(proposal)", from: origin)
    }

    /// The same error of a setting in an entry.
    ///
    /// - Parameter prefix: The entry, before the setting's name.
    func within(_ prefix: String) -> SettingError { SettingError(prefix + subject, problem, from: origin) }

    /// One line: unprintable characters of a value are escaped.
    var description: String { PrintableText.line("\(subject): \(problem)\(origin.map { " (from \($0))" } ?? "")") }
}

/// All that is wrong with the settings, so that no command can run with them.
struct SettingsError: Error, Sendable, Equatable {
    let errors: [SettingError]
}

/// Finds the name that a mistyped one most likely stands for.
enum NearestName {
    /// The candidate with the fewest slips; the first of several, `nil` only if there are none.
    ///
    /// Case, hyphens and underscores don't count, so that `client_id` is near to `clientId`.
    static func of(_ name: String, among candidates: [String]) -> String? {
        let plain = reduce(name)
        return candidates.map { ($0, distance(plain, reduce($0))) }.min { $0.1 < $1.1 }?.0
    }

    /// How many slips lie between two texts: a character left out, added, replaced, or swapped with the next (optimal
    /// string alignment).
    static func distance(_ one: [Character], _ other: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for row in one.indices {
            var current = [row + 1]
            for column in other.indices {
                let substitution = last[column] + (one[row] == other[column] ? 0 : 1)
                var least = min(substitution, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
                    least = min(least, beforeLast[column - 1] + 1)
                }
                current.append(least)
            }
            beforeLast = last
            last = current
        }
        return last[other.count]
    }

    private static func reduce(_ name: String) -> [Character] {
        name.lowercased().filter { $0 != "-" && $0 != "_" }.map { $0 }
    }
}
