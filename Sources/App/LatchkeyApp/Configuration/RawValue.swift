import Encodings

/// The settings of one source: the command line, the environment, or the file.
struct SettingsLayer: Sendable {
    enum Source: Sendable, Equatable {
        case commandLine, environment
        case file(String)
    }

    let source: Source
    /// The values by the settings' names.
    var values: [String: RawValue] = [:]

    /// How the operator finds the value: by its option, its variable or the file.
    func origin(of row: SettingRow) -> String {
        switch source {
        case .commandLine: row.option
        case .environment: row.environmentName
        case .file(let path): path
        }
    }

    /// Whether the layer has a secret for a setting.
    func holdsSecret(of row: SettingRow) -> Bool {
        row.isSecret && values[row.name]?.entries(for: row)?.contains(where: row.form.holdsSecret) == true
    }
}

/// A value as a layer has it, before it is parsed.
enum RawValue: Sendable, Equatable {
    case text(String)
    case list([String])
    /// The entries of a list, each with names and values.
    case tables([[String: RawValue]])
    /// A value that no setting can have, by its kind.
    case unusable(String)

    /// A value of a JSON file; a number as it is written there.
    init(_ json: JSONValue) {
        switch json {
        case .array(let values):
            self.init(
                texts: values.compactMap(Self.text(of:)), tables: values.compactMap(\.object).map(Self.table),
                of: values.count)
        case let value: self = Self.text(of: value).map(RawValue.text) ?? .unusable("a dictionary or the like")
        }
    }

    /// A list, whose entries have to be of one kind.
    ///
    /// - Parameter count: How many entries the list has.
    init(texts: [String], tables: [[String: RawValue]], of count: Int) {
        self =
            if texts.count == count {
                .list(texts)
            } else if tables.count == count {
                .tables(tables)
            } else {
                .unusable("a list of more than texts and numbers")
            }
    }

    static func table(_ object: JSONObject) -> [String: RawValue] {
        Dictionary(object.members.map { ($0.name, RawValue($0.value)) }) { first, _ in first }
    }

    /// The texts for one setting: none if the value counts as not given, `nil` if it has another shape.
    func entries(for row: SettingRow) -> [String]? {
        let (isList, isIgnored) = (row.form.kind == .list, row.form.kind == .ignored)
        return switch self {
        case .text(let text) where isList:
            text.split { $0 == "," || $0.isWhitespace }.map(String.init)
        case .text(let text):
            Self.filled([row.isSecret ? Self.withoutLastNewline(text) : Self.trimmed(text)])
        case .list(let list) where isList || isIgnored:
            Self.filled(list.map(Self.trimmed))
        case .list(let list):
            Self.filled(list.map(Self.trimmed)).isEmpty ? [] : nil
        case .unusable, .tables:
            isIgnored ? ["?"] : nil
        }
    }

    private static func text(of json: JSONValue) -> String? {
        switch json {
        case .string(let text), .number(let text): text
        case .bool(let value): String(value)
        case .null: ""
        case .array, .object: nil
        }
    }

    private static func filled(_ entries: [String]) -> [String] {
        entries.filter { !trimmed($0).isEmpty }
    }

    /// A secret as it is, but for the newline that editors and shells end a text with.
    private static func withoutLastNewline(_ text: String) -> String {
        text.last?.isNewline == true ? String(text.dropLast()) : text
    }

    static func trimmed(_ text: String) -> String {
        let start = text.drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}
