/// Follows constant markup: HTML's tokenizer (WHATWG HTML, section 13.2.5), cut down to well-formed markup.
///
/// Markup that browsers would repair is refused, such as a stray `<` or `=`, so that the tokenizer and a browser always
/// see the same.
struct HTMLTokenizer {
    private var context: HTMLContext
    private var rest: ArraySlice<UInt8>
    /// The ranges of text whose white space collapses.
    private var collapsing: [Range<Int>] = []

    /// The context after the literal, and the ranges of text in it whose white space collapses.
    ///
    /// - Throws: ``HTMLError`` with an index into `literal`.
    static func follow(
        _ literal: ArraySlice<UInt8>, from context: HTMLContext
    ) throws(HTMLError) -> (context: HTMLContext, collapsing: [Range<Int>]) {
        var tokenizer = HTMLTokenizer(context: context, rest: literal)
        while !tokenizer.rest.isEmpty {
            try tokenizer.step()
        }
        return (tokenizer.context, tokenizer.collapsing)
    }

    private init(context: HTMLContext, rest: ArraySlice<UInt8>) {
        self.context = context
        self.rest = rest
    }

    private mutating func step() throws(HTMLError) {
        switch context.state {
        case .text: try text()
        case .escapableText, .rawText: try textOfElement()
        case .comment: try comment()
        case .doctype: skip(past: ">")
        case .tagName, .attributeEnd: try endOfName()
        case .betweenAttributes: try betweenAttributes()
        case .attributeName, .afterAttributeName: try afterAttributeName()
        case .beforeValue: try beforeValue()
        case .quotedValue(let quote): try quotedValue(quote: quote)
        case .unquotedValue: try unquotedValue()
        }
    }

    // MARK: Text

    private mutating func text() throws(HTMLError) {
        let start = rest.startIndex
        rest = rest.drop { $0 != UInt8(ascii: "<") }
        if !context.isPreformatted { collapsing.append(start..<rest.startIndex) }
        if rest.isEmpty { return }
        if rest.starts(with: "<!--".utf8) {
            // Two bytes only, because `<!-->` is a whole comment.
            rest = rest.dropFirst(2)
            context.state = .comment
        } else if ASCII.starts(rest, with: "<!doctype") {
            context.state = .doctype
        } else {
            try beginTag()
        }
    }

    private mutating func textOfElement() throws(HTMLError) {
        rest = rest.drop { $0 != UInt8(ascii: "<") }
        if rest.isEmpty { return }
        let name = context.element
        if ASCII.starts(rest, with: "</\(name)"), let next = rest.dropFirst(name.utf8.count + 2).first,
            !ASCII.isNameByte(next)
        {
            try beginTag()
        } else if context.state == .escapableText {
            throw fault("'<' inside <\(name)>; write &lt;")
        } else if rest.starts(with: "<!--".utf8) {
            throw fault("'<!--' inside <\(name)> changes where it ends")
        } else {
            rest = rest.dropFirst()
        }
    }

    private mutating func comment() throws(HTMLError) {
        let start = rest
        skip(past: "-->")
        if let end = start[..<rest.startIndex].firstRange(of: Array("--!>".utf8)) {
            throw fault("write --> at the end of a comment", at: end.lowerBound)
        }
    }

    private mutating func skip(past end: String) {
        guard let found = rest.firstRange(of: Array(end.utf8)) else { return rest = rest[rest.endIndex...] }
        rest = rest[found.upperBound...]
        context.state = .text
    }

    // MARK: Tags

    private mutating func beginTag() throws(HTMLError) {
        let isEndTag = rest.starts(with: "</".utf8)
        let name = rest.dropFirst(isEndTag ? 2 : 1).prefix(while: ASCII.isNameByte)
        guard let first = name.first, ASCII.isLetter(first) else { throw fault("'<' begins no tag here; write &lt;") }
        rest = rest[name.endIndex...]
        context = HTMLContext(
            state: .tagName, isPreformatted: context.isPreformatted, element: Self.lowercase(name), isEndTag: isEndTag)
    }

    /// Behind the tag's name, an attribute's name without a value, or an attribute's value.
    private mutating func endOfName() throws(HTMLError) {
        guard let byte = rest.first else { return }
        guard byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || ASCII.isSpace(byte) else {
            throw fault("white space, '/' or '>' is missing here")
        }
        rest = rest.dropFirst()
        context.attribute = nil
        context.url = nil
        context.state = .betweenAttributes
        if byte == UInt8(ascii: ">") { context = contextBehindTag() }
    }

    private func contextBehindTag() -> HTMLContext {
        var behind = HTMLContext()
        behind.isPreformatted = context.element == "pre" ? !context.isEndTag : context.isPreformatted
        guard !context.isEndTag else { return behind }
        switch context.element {
        case "script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext":
            (behind.state, behind.element) = (.rawText, context.element)
        case "title", "textarea": (behind.state, behind.element) = (.escapableText, context.element)
        default: break
        }
        return behind
    }

    private mutating func betweenAttributes() throws(HTMLError) {
        let name = rest.prefix(while: ASCII.isNameByte)
        guard !name.isEmpty else { return try endOfName() }
        let attribute = Attribute(name: Self.lowercase(name), element: context.element, others: context.attributes)
        if context.element == "meta", attribute.name == "http-equiv", context.attributes.contains("content") {
            throw fault("put http-equiv before content, which it gives its meaning")
        }
        context.attribute = attribute
        context.attributes.insert(attribute.name)
        context.state = .attributeName
        rest = rest[name.endIndex...]
    }

    private mutating func afterAttributeName() throws(HTMLError) {
        guard let first = rest.first else { return }
        if first == UInt8(ascii: "=") {
            rest = rest.dropFirst()
            context.state = .beforeValue
        } else if ASCII.isSpace(first) {
            rest = rest.dropFirst()
            context.state = .afterAttributeName
        } else if context.state == .afterAttributeName {
            context.attribute = nil
            context.state = .betweenAttributes
        } else {
            try endOfName()
        }
    }

    // MARK: Attribute values

    private mutating func beforeValue() throws(HTMLError) {
        guard let first = rest.first else { return }
        switch first {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            context.state = .quotedValue(quote: first)
            context.url = context.attribute?.kind == .url ? .start : nil
            rest = rest.dropFirst()
        case UInt8(ascii: ">"): throw fault("the attribute's value is missing")
        case _ where ASCII.isSpace(first): rest = rest.dropFirst()
        default: context.state = .unquotedValue
        }
    }

    private mutating func quotedValue(quote: UInt8) throws(HTMLError) {
        guard let byte = rest.first else { return }
        if byte == quote {
            context.state = .attributeEnd
        } else if context.url?.consume(byte) == false {
            throw fault("behind a value that is a whole URL only '?', '&' or '#' may follow")
        }
        rest = rest.dropFirst()
    }

    private mutating func unquotedValue() throws(HTMLError) {
        guard let first = rest.first else { return }
        if ASCII.isSpace(first) || first == UInt8(ascii: ">") { return try endOfName() }
        guard !"\"'`=<".utf8.contains(first) else { throw fault("put the attribute's value into quotation marks") }
        rest = rest.dropFirst()
    }

    private func fault(_ message: String, at offset: Int? = nil) -> HTMLError {
        HTMLError(message: message, offset: offset ?? rest.startIndex)
    }

    private static func lowercase(_ name: ArraySlice<UInt8>) -> String {
        String(decoding: name, as: UTF8.self).lowercased()
    }
}
