/// One setting: its name, how its value is parsed, its default and its help.
struct Setting<Value: Sendable>: SettingRow {
    let name: String
    let group: SettingGroup
    let parser: SettingParser<Value>
    /// The value if the setting is not given.
    let fallback: Value
    let defaultText: String?
    let isSecret: Bool
    let help: String

    /// A setting with a default.
    ///
    /// - Parameter text: The default in words; without it, the value as it would be written.
    init(
        _ name: String, _ group: SettingGroup, _ parser: SettingParser<Value>, default fallback: Value,
        as text: String? = nil, secret: Bool = false, _ help: String
    ) {
        self.name = name
        self.group = group
        self.parser = parser
        self.fallback = fallback
        defaultText = text ?? parser.write(fallback)
        isSecret = secret
        self.help = help
    }

    /// A setting that is `nil` if it is not given.
    ///
    /// - Parameter text: What applies then, in words.
    init<Wrapped>(
        _ name: String, _ group: SettingGroup, _ parser: SettingParser<Wrapped>, otherwise text: String? = nil,
        secret: Bool = false, _ help: String
    ) where Value == Wrapped? {
        self.name = name
        self.group = group
        self.parser = parser.optional
        fallback = nil
        defaultText = text
        isSecret = secret
        self.help = help
    }

    var form: SettingForm { parser.form }

    func value(of texts: [SettingText]) throws(InvalidValueError) -> any Sendable { try parser.parse(texts) }
}

/// What options, variables, files, help and documentation need to know of a setting, whatever its type.
protocol SettingRow: Sendable {
    /// The name, as files have it.
    var name: String { get }
    var group: SettingGroup { get }
    var form: SettingForm { get }
    /// The default in words; `nil` if it is simply nothing.
    var defaultText: String? { get }
    /// Whether the value must never be printed.
    ///
    /// Such a setting has a twin that names a file.
    var isSecret: Bool { get }
    /// What it means, in a line.
    var help: String { get }

    /// Parses the texts of the value, of which there is at least one.
    func value(of texts: [SettingText]) throws(InvalidValueError) -> any Sendable
}

extension SettingRow {
    /// The variable: `clientId` is `LATCHKEY_CLIENT_ID`, `taskWebAPI` is `LATCHKEY_TASK_WEB_API`.
    var environmentName: String { Settings.environmentPrefix + words.joined(separator: "_").uppercased() }

    /// The option: `clientId` is `--client-id`.
    var option: String { "--" + words.joined(separator: "-").lowercased() }

    /// The setting that names a file with this one's value; only a secret has one.
    var fileTwin: (any SettingRow)? {
        guard isSecret else { return nil }
        return Setting("\(name)File", group, .path, "A file that holds \(name); a newline at its end does not count.")
    }

    /// The words of the name: one starts at a capital after a small letter or a digit.
    private var words: [String] {
        name.reduce(into: [""]) { words, character in
            let follows = words[words.count - 1].last.map { $0.isLowercase || $0.isNumber } ?? false
            if character.isUppercase, follows { words.append("") }
            words[words.count - 1].append(character)
        }
    }
}

/// What a setting is about; help and documentation list the settings in these groups.
enum SettingGroup: String, CaseIterable, Sendable {
    case authority = "The authority"
    case policies = "Azure AD B2C policies"
    case tasksAPI = "The tasks API"
    case pages = "Pages"
    case network = "Network"
    case sessions = "Sessions and storage"
    case logging = "Logging"
}
