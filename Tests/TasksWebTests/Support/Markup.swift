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
        let attribute = #/([a-zA-Z-]+)(?:="([^"]*)")?/#
        tags = source.matches(of: #/<([a-z][a-z0-9]*)((?:\s+[a-zA-Z-]+(?:="[^"]*")?)*)\s*>/#).map { match in
            let pairs = match.2.matches(of: attribute).map { (String($0.1), Self.unescaped($0.2 ?? "")) }
            return Tag(name: String(match.1), attributes: Dictionary(pairs) { first, _ in first })
        }
    }

    init(_ page: some Page) {
        self.init(String(decoding: page.html().bytes, as: UTF8.self))
    }

    func tags(_ name: String) -> [Tag] { tags.filter { $0.name == name } }
    func tags(with attribute: String) -> [Tag] { tags.filter { $0[attribute] != nil } }

    /// The text up to the next tag behind the one with an attribute.
    func text(_ attribute: String) -> [String] {
        source.matches(of: #/<[a-z][^>]*\s(data-[a-z-]+)(?:\s[^>]*)?>([^<]*)/#).filter { $0.1 == attribute }.map { Self.unescaped($0.2) }
    }

    /// For each form that posts, its action and its fields in their order.
    var postForms: [(action: String, fields: [(name: String, value: String)])] {
        source.split(separator: "<form ").dropFirst().compactMap { piece in
            let form = Markup("<form " + piece.prefix(upTo: piece.firstRange(of: "</form>")?.lowerBound ?? piece.endIndex))
            guard let tag = form.tags.first, tag["method"] == "post" else { return nil }
            return (tag["action"] ?? "", form.tags.compactMap { tag in tag["name"].map { ($0, tag["value"] ?? "") } })
        }
    }

    private static func unescaped(_ text: some StringProtocol) -> String {
        String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
            .replacing("&#13;", with: "\r").replacing("&amp;", with: "&")
    }
}
