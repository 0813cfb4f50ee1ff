/// The settings that options hold: `--name VALUE` or `--name=VALUE`.
///
/// Where an option is repeated the last one counts; a list's are taken together.
struct CommandLineSettings: Sendable {
    private(set) var layer = SettingsLayer(source: .commandLine)
    /// The path of the settings file.
    private(set) var file: String?
    private(set) var faults: [SettingFault] = []

    init(_ arguments: [String]) {
        var rest = arguments[...]
        var lastOption: String?
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-"), argument.count > 1 else {
                faults.append(Self.stray(argument, after: lastOption))
                continue
            }
            let halves = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            lastOption = halves[0]
            take(halves[0], value: halves.count == 2 ? halves[1] : nil, rest: &rest)
        }
    }

    private mutating func take(_ option: String, value given: String?, rest: inout ArraySlice<String>) {
        if option == SettingsTable.fileOption {
            guard let value = given ?? Self.value(&rest) else { return faults.append(Self.lacking(option, "FILE")) }
            file = value.isEmpty ? nil : value
        } else if let setting = SettingsTable.setting(option: option) {
            let value = given ?? (setting.kind == .boolean ? Self.flag(&rest) : Self.value(&rest))
            guard let value else { return faults.append(Self.lacking(option, setting.kind.placeholder)) }
            add(value, to: setting)
        } else {
            // What follows an unknown option is most likely its value, and no second fault.
            if given == nil, let next = rest.first, !next.hasPrefix("--") { rest.removeFirst() }
            faults.append(
                .unknown(
                    option,
                    among: SettingsTable.shown.map(\.name.option) + [SettingsTable.fileOption, "--help", "--version"]))
        }
    }

    private mutating func add(_ value: String, to setting: Setting) {
        if setting.kind.isList, case .text(let earlier) = layer.values[setting.name] {
            layer.values[setting.name] = .text("\(earlier),\(value)")
        } else {
            layer.values[setting.name] = .text(value)
        }
    }

    /// The next argument, unless it is an option of ours: a session key may well begin with two hyphens.
    private static func value(_ rest: inout ArraySlice<String>) -> String? {
        guard let next = rest.first else { return nil }
        let name = String(next.prefix { $0 != "=" })
        if name == SettingsTable.fileOption || SettingsTable.setting(option: name) != nil { return nil }
        return rest.popFirst()
    }

    /// The value of an option that may stand alone, which means `true`.
    private static func flag(_ rest: inout ArraySlice<String>) -> String {
        guard let next = rest.first, !next.hasPrefix("-") else { return "true" }
        rest.removeFirst()
        return next
    }

    private static func lacking(_ option: String, _ placeholder: String) -> SettingFault {
        SettingFault(option, "needs a value: \(option) \(placeholder)")
    }

    /// The argument itself isn't shown: it may be the second half of a secret.
    private static func stray(_ argument: String, after option: String?) -> SettingFault {
        guard let option else { return SettingFault(argument, "is no option; settings are given as --name VALUE") }
        return SettingFault(
            option, "what follows its value belongs to no option; put a value with spaces in quotation marks")
    }
}
