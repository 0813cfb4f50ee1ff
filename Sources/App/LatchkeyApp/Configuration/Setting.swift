/// One setting with its value: the default, or the given one.
///
/// A class, so that a table is as small as its references.
final class Setting<Value: Sendable>: Sendable {
    let row: SettingRow
    let value: Value
    private let parse: @Sendable ([SettingText]) throws(InvalidValueError) -> Value

    /// A setting with a default.
    ///
    /// - Parameter text: The default in words; without it, the value as it would be written.
    convenience init(
        _ name: String, _ group: SettingGroup, _ parser: SettingParser<Value>, default value: Value,
        as text: String? = nil, secret: Bool = false, _ help: String
    ) {
        self.init(
            SettingRow(
                name: name, group: group, form: parser.form, defaultText: text ?? parser.write(value),
                isSecret: secret, help: help), value, parser.parse)
    }

    /// A setting that is `nil` if it is not given.
    ///
    /// - Parameter text: The words for that case.
    convenience init<Wrapped>(
        _ name: String, _ group: SettingGroup, _ parser: SettingParser<Wrapped>, otherwise text: String? = nil,
        secret: Bool = false, _ help: String
    ) where Value == Wrapped? {
        self.init(
            SettingRow(
                name: name, group: group, form: parser.form, defaultText: text, isSecret: secret, help: help),
            nil, parser.parse)
    }

    private init(
        _ row: SettingRow, _ value: Value,
        _ parse: @escaping @Sendable ([SettingText]) throws(InvalidValueError) -> Value
    ) {
        self.row = row
        self.value = value
        self.parse = parse
    }

    /// The setting with the value that texts stand for, of which there is at least one.
    func given(_ texts: [SettingText]) throws(InvalidValueError) -> Setting { Setting(row, try parse(texts), parse) }
}

/// A setting as options, variables, files, help and documentation know it.
struct SettingRow: Sendable {
    /// The name, as files have it.
    let name: String
    let group: SettingGroup
    let form: SettingForm
    /// The default in words; `nil` if it is simply nothing.
    var defaultText: String?
    /// Whether the value must never be printed.
    ///
    /// Such a setting has a twin that names a file.
    var isSecret = false
    /// The meaning, in a line.
    let help: String

    /// The variable: `clientId` is `LATCHKEY_CLIENT_ID`, `taskWebAPI` is `LATCHKEY_TASK_WEB_API`.
    var environmentName: String { Settings.environmentPrefix + words.joined(separator: "_").uppercased() }

    /// The option: `clientId` is `--client-id`.
    var option: String { "--" + words.joined(separator: "-").lowercased() }

    /// Whether it can be an option or a variable, and not only a key of a file.
    var isOption: Bool { form.kind != .tables }

    /// The option and what stands for its value, or else the key.
    var usage: String { isOption ? "\(option) \(form.placeholder)" : name }

    /// The help and the default, with a mark if an entry of `moreAuthorities` takes the setting.
    ///
    /// - Parameter more: Words between the help and the default.
    func summary(_ more: String = "") -> String {
        (Settings.isOfEachAuthority(self) ? "* " : "") + help + more + (defaultText.map { " Default: \($0)." } ?? "")
    }

    /// The setting that names a file with this one's value; only a secret has one.
    var fileTwin: SettingRow? {
        guard isSecret else { return nil }
        return SettingRow(
            name: "\(name)File", group: group, form: SettingParser<String>.path.form,
            help: "A file that holds \(name); a newline at its end does not count.")
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

/// The topic of a setting.
///
/// Help and documentation list the settings in these groups.
enum SettingGroup: String, CaseIterable, Sendable {
    case authority = "The authority"
    case policies = "Azure AD B2C policies"
    case tasksAPI = "The tasks API"
    case pages = "Pages"
    case network = "Network"
    case sessions = "Sessions and storage"
    case traces = "Traces"
    case logging = "Logging"
}

/// Reads one setting, whatever its type, into a table of settings.
struct SettingReader: Sendable {
    let row: SettingRow
    /// Parses texts, of which there is at least one.
    let read: @Sendable ([SettingText], inout Settings) throws(InvalidValueError) -> Void

    init<Value>(_ setting: any WritableKeyPath<Settings, Setting<Value>> & Sendable) {
        row = Settings.table[keyPath: setting].row
        read = { texts, settings throws(InvalidValueError) in
            settings[keyPath: setting] = try settings[keyPath: setting].given(texts)
        }
    }
}

/// A type with settings: `configuration.listen` is the value of the setting `listen`.
@dynamicMemberLookup
protocol SettingsHolder: Sendable {
    var given: GivenSettings { get }
}

extension SettingsHolder {
    subscript<Value>(dynamicMember setting: KeyPath<Settings, Setting<Value>>) -> Value { given[setting] }
}
