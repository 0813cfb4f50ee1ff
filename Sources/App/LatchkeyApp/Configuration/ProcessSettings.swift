/// The settings in options: `--name VALUE` or `--name=VALUE`.
///
/// If an option is repeated the last one counts, but the values of a list are joined.
struct CommandLineSettings: Sendable {
    private(set) var layer = SettingsLayer(source: .commandLine)
    /// The path of the settings file.
    private(set) var file: String?
    private(set) var errors: [SettingError] = []
    private let known: [String]

    /// - Parameter commandOptions: The command's options besides settings, to suggest for an unknown one.
    init(_ arguments: [String], commandOptions: [String] = []) {
        known = Settings.shown.map(\.option) + [Settings.fileOption, "--help", "--version"] + commandOptions
        var rest = arguments[...]
        var lastOption: String?
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-"), argument.count > 1 else {
                errors.append(Self.stray(argument, after: lastOption))
                continue
            }
            let halves = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            lastOption = halves[0]
            take(halves[0], value: halves.count == 2 ? halves[1] : nil, rest: &rest)
        }
    }

    private mutating func take(_ option: String, value given: String?, rest: inout ArraySlice<String>) {
        if option == Settings.fileOption {
            guard let value = given ?? Self.value(&rest) else { return errors.append(Self.lacking(option, "FILE")) }
            file = value.isEmpty ? nil : value
        } else if let row = Settings.row(option: option) {
            let value = given ?? (row.form.kind == .flag ? Self.flag(&rest) : Self.value(&rest))
            guard let value else { return errors.append(Self.lacking(option, row.form.placeholder)) }
            if let error = SettingError.undecodable(value, of: option) { return errors.append(error) }
            add(value, to: row)
        } else {
            // The argument after an unknown option is most likely its value, and no second error.
            if given == nil, let next = rest.first, !next.hasPrefix("--") { rest.removeFirst() }
            let takesNone = given != nil && known.contains(option)
            errors.append(takesNone ? SettingError(option, "takes no value") : .unknown(option, among: known))
        }
    }

    private mutating func add(_ value: String, to row: SettingRow) {
        if row.form.kind == .list, case .text(let earlier) = layer.values[row.name] {
            layer.values[row.name] = .text("\(earlier),\(value)")
        } else {
            layer.values[row.name] = .text(value)
        }
    }

    /// The next argument, unless it is an option that exists: a session key may well start with two hyphens.
    private static func value(_ rest: inout ArraySlice<String>) -> String? {
        guard let next = rest.first else { return nil }
        let name = String(next.prefix { $0 != "=" })
        if name == Settings.fileOption || Settings.row(option: name) != nil { return nil }
        return rest.popFirst()
    }

    /// The value of an option that may stand alone, which means `true`.
    private static func flag(_ rest: inout ArraySlice<String>) -> String {
        guard let next = rest.first, !next.hasPrefix("-") else { return "true" }
        rest.removeFirst()
        return next
    }

    private static func lacking(_ option: String, _ placeholder: String) -> SettingError {
        SettingError(option, "needs a value: \(option) \(placeholder)")
    }

    /// The argument itself isn't shown unless it is a command: it may be the second half of a secret.
    private static func stray(_ argument: String, after option: String?) -> SettingError {
        if Invocation.Command(rawValue: argument) != nil {
            return SettingError(argument, "is a command; write it first, and only one")
        }
        guard let option else { return SettingError(argument, "is no option; settings are given as --name VALUE") }
        return SettingError(
            option, "what follows its value belongs to no option; put a value with spaces in quotation marks")
    }
}

/// The settings in environment variables.
struct EnvironmentSettings: Sendable {
    let layer: SettingsLayer
    /// The path of the settings file.
    let file: String?
    let errors: [SettingError]

    /// Variables that Kubernetes sets in every container next to a service named `latchkey`.
    private static let injectedPrefixes = ["LATCHKEY_PORT", "LATCHKEY_SERVICE_"]

    init(_ environment: [String: String]) {
        var layer = SettingsLayer(source: .environment)
        var errors: [SettingError] = []
        for (variable, value) in environment.sorted(by: { $0.key < $1.key })
        where variable.hasPrefix(Settings.environmentPrefix) {
            if variable == Settings.fileVariable { continue }
            if let row = Settings.row(environmentName: variable) {
                if let error = SettingError.undecodable(value, of: variable) { errors.append(error) }
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

extension SettingError {
    /// The error of a value with bytes that aren't UTF-8, which Swift has replaced by U+FFFD.
    static func undecodable(_ value: String, of name: String) -> SettingError? {
        value.unicodeScalars.contains("\u{FFFD}") ? SettingError(name, "has U+FFFD, or bytes that aren't UTF-8") : nil
    }
}
