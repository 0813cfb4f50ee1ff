import NIOCore
import PageSupport
import SiteTesting

@testable import TasksWeb

/// A rendered page, read as far as tests ask: its tags, as a browser's parser would cut them.
struct Markup {
    struct Tag: Equatable {
        let name: String
        let attributes: [String: String]

        subscript(_ name: String) -> String? { attributes[name] }
    }

    let source: String
    private let tokens: [HTMLToken]

    init(_ source: String) {
        self.source = source
        tokens = HTMLToken.tokens(of: source)
    }

    init(_ page: some Page) {
        self.init(String(buffer: page.html().buffer))
    }

    /// The opening tags, in their order.
    var tags: [Tag] { tokens.compactMap(Tag.init) }
    func tags(_ name: String) -> [Tag] { tags.filter { $0.name == name } }
    func tags(with attribute: String) -> [Tag] { tags.filter { $0[attribute] != nil } }

    /// The text up to the next tag behind each one with an attribute.
    func text(_ attribute: String) -> [String] {
        zip(tokens, tokens.dropFirst() + [HTMLToken.text("")]).filter { Tag($0.0)?[attribute] != nil }.map {
            if case .text(let text) = $0.1 { text } else { "" }
        }
    }

    /// The text inside each element with an attribute, in which no element has the same name.
    func content(of attribute: String) -> [String] {
        tokens.indices.compactMap { index in
            guard let tag = Tag(tokens[index]), tag[attribute] != nil else { return nil }
            return tokens[(index + 1)...].prefix { $0 != .end(tag.name) }.reduce(into: "") { text, token in
                if case .text(let part) = token { text += part }
            }
        }
    }

    /// For each form that posts, its action and its fields in their order.
    var postForms: [(action: String, fields: [(name: String, value: String)])] {
        tokens.split { $0 == .end("form") }.compactMap { part in
            let tags = part.compactMap(Tag.init).drop { $0.name != "form" }
            guard let form = tags.first, form["method"] == "post" else { return nil }
            return (form["action"] ?? "", tags.compactMap { tag in tag["name"].map { ($0, tag["value"] ?? "") } })
        }
    }

    /// Each button that sends a form elsewhere: that form's id, the address, and the button's field.
    var buttons: [(form: String?, action: String, field: String?)] {
        tags("button").compactMap { tag in
            tag["formaction"].map { (tag["form"], $0, tag["name"].map { "\($0)=\(tag["value"] ?? "")" }) }
        }
    }
}

extension Markup.Tag {
    fileprivate init?(_ token: HTMLToken) {
        guard case .start(let name, let attributes) = token else { return nil }
        self.init(name: name, attributes: attributes)
    }
}
