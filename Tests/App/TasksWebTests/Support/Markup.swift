import NIOCore
import PageSupport

@testable import TasksWeb

/// A rendered page, read as far as tests ask: its tags, as a browser's parser would cut them.
struct Markup {
    struct Tag: Equatable {
        let name: String
        let attributes: [String: String]

        subscript(_ name: String) -> String? { attributes[name] }
    }

    let source: String
    /// The opening tags, in their order.
    let tags: [Tag]

    init(_ source: String) {
        self.source = source
        // A browser reads scalars: to it a combining mark behind a bracket hides nothing.
        let attribute = #/([a-zA-Z-]+)(?:="([^"]*)"|=([^\s"'=<>`]+))?/#.matchingSemantics(.unicodeScalar)
        let tag = #/<([a-z][a-z0-9]*)((?:\s+[a-zA-Z-]+(?:="[^"]*"|=[^\s"'=<>`]+)?)*)\s*>/#.matchingSemantics(
            .unicodeScalar)
        tags = source.matches(of: tag).map { match in
            let pairs = match.2.matches(of: attribute).map { (String($0.1), Self.unescaped($0.2 ?? $0.3 ?? "")) }
            return Tag(name: String(match.1), attributes: Dictionary(pairs) { first, _ in first })
        }
    }

    init(_ page: some Page) {
        self.init(String(buffer: page.html().buffer))
    }

    func tags(_ name: String) -> [Tag] { tags.filter { $0.name == name } }
    func tags(with attribute: String) -> [Tag] { tags.filter { $0[attribute] != nil } }

    /// The text up to the next tag behind the one with an attribute.
    func text(_ attribute: String) -> [String] {
        let element = #/<[a-z][^>]*\s(data-[a-z-]+)(?:="[^"]*")?(?:\s[^>]*)?>([^<]*)/#.matchingSemantics(.unicodeScalar)
        return source.matches(of: element).filter { $0.1 == attribute }.map { Self.unescaped($0.2) }
    }

    /// For each form that posts, its action and its fields in their order.
    var postForms: [(action: String, fields: [(name: String, value: String)])] {
        source.split(separator: #/<form\s/#).dropFirst().compactMap { piece in
            let form = Markup(
                "<form " + piece.prefix(upTo: piece.firstRange(of: "</form>")?.lowerBound ?? piece.endIndex))
            guard let tag = form.tags.first, tag["method"] == "post" else { return nil }
            return (tag["action"] ?? "", form.tags.compactMap { tag in tag["name"].map { ($0, tag["value"] ?? "") } })
        }
    }

    /// Each button that sends a form elsewhere: that form's id, the address, and the button's own field.
    var buttons: [(form: String?, action: String, field: String?)] {
        tags("button").compactMap { tag in
            tag["formaction"].map { (tag["form"], $0, tag["name"].map { "\($0)=\(tag["value"] ?? "")" }) }
        }
    }

    private static func unescaped(_ text: Substring) -> String {
        let marks = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#13;", "\r"), ("&amp;", "&")]
        let bytes = marks.reduce(Array(text.utf8)) { $0.replacing(Array($1.0.utf8), with: Array($1.1.utf8)) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
