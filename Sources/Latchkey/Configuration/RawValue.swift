/// A value as a layer has it, before its setting's kind is looked at.
enum RawValue: Sendable, Equatable {
    case text(String)
    case list([String])
    /// Something that no setting holds, by what it is.
    case unusable(String)

    /// What is there for one setting: empty where the value counts as not given, `nil` where it can't be one of that kind.
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

    private static func filled(_ entries: [String]) -> [String] {
        entries.filter { !trimmed($0).isEmpty }
    }

    private static func trimmed(_ text: String) -> String {
        let start = text.drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}
