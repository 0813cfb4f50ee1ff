import Encodings

/// A value as a layer has it, before its setting's kind is looked at.
enum RawValue: Sendable, Equatable {
    case text(String)
    case list([String])
    /// Something that no setting holds, by what it is.
    case unusable(String)

    /// A value of a JSON file; a number as it is written there.
    init(_ json: JSONValue) {
        switch json {
        case .array(let values):
            let texts = values.compactMap(Self.text(of:))
            self = texts.count == values.count ? .list(texts) : .unusable("a list of more than texts and numbers")
        case let value: self = Self.text(of: value).map(RawValue.text) ?? .unusable("a dictionary or the like")
        }
    }

    /// What is there for one setting: empty where the value counts as not given, `nil` where it can't be one of that
    /// kind.
    func entries(for setting: Setting) -> [String]? {
        switch self {
        case .text(let text) where setting.kind.isList:
            text.split { $0 == "," || $0.isWhitespace }.map(String.init)
        case .text(let text):
            Self.filled([setting.isSecret ? text : Self.trimmed(text)])
        case .list(let list) where setting.kind.isList || setting.kind == .ignored:
            Self.filled(list.map(Self.trimmed))
        case .list(let list):
            Self.filled(list.map(Self.trimmed)).isEmpty ? [] : nil
        case .unusable:
            setting.kind == .ignored ? ["?"] : nil
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

    private static func trimmed(_ text: String) -> String {
        let start = text.drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}
