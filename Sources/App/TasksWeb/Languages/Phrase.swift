/// A text with places for values, each by its name: `Deleted “{task}”`.
///
/// Call a phrase with the values by their names, `phrase(task: "Milk")`, so that each language may have them in its own
/// order.
@dynamicCallable
struct Phrase: Sendable, ExpressibleByStringLiteral {
    private enum Piece: Sendable {
        case text(Substring)
        case place(Substring)
    }

    /// The text with its places as they are written, for a script that fills them.
    let source: String
    private let pieces: [Piece]

    init(stringLiteral source: String) {
        self.source = source
        pieces = source.split(separator: "{", omittingEmptySubsequences: false).enumerated().flatMap {
            index, part -> [Piece] in
            guard index > 0, let end = part.firstIndex(of: "}") else { return [.text(part)] }
            return [.place(part[..<end]), .text(part[part.index(after: end)...])]
        }
    }

    /// The names of its places.
    var places: Set<String> {
        pieces.reduce(into: []) { if case .place(let name) = $1 { $0.insert(String(name)) } }
    }

    func dynamicallyCall(withKeywordArguments values: KeyValuePairs<String, String>) -> String {
        var text = ""
        text.reserveCapacity(source.utf8.count + values.reduce(0) { $0 + $1.value.utf8.count })
        for piece in pieces {
            switch piece {
            case .text(let part): text += part
            case .place(let name): text += values.first { $0.key == name }?.value ?? "{\(name)}"
            }
        }
        return text
    }
}
