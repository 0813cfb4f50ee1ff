/// The position of a template in HTML, which decides the marks that are allowed there.
struct HTMLContext: Equatable {
    enum State: Equatable {
        case text
        /// Inside `title` or `textarea`: character references, but no tags.
        case escapableText
        /// Inside `script`, `style` and the like.
        case rawText
        case comment
        case doctype
        case tagName
        case betweenAttributes
        /// Behind a name or a value: white space, `/` or `>` must follow.
        case attributeEnd
        case attributeName
        case afterAttributeName
        case beforeValue
        case quotedValue(quote: UInt8)
        case unquotedValue
    }

    var state = State.text
    /// Whether this is inside `pre`, which shows white space.
    var isPreformatted = false
    /// The element of the current tag, or of the current text.
    var element = ""
    var isEndTag = false
    /// The names of the attributes that the tag has had.
    var attributes: Set<String> = []
    var attribute: Attribute?
    var url: URLPosition?

    /// Accepts a value and returns how to write it.
    mutating func takeValue() throws(HTMLError) -> ValuePlace {
        switch state {
        case .text, .escapableText:
            return .text
        case .quotedValue:
            guard attribute?.kind != .closed else { throw refusal(of: "value") }
            return try url?.takeValue() ?? .attribute
        default:
            throw refusal(of: "value")
        }
    }

    /// Whether constant text that is not markup is allowed here.
    func checkConstant() throws(HTMLError) {
        switch state {
        case .text, .escapableText, .quotedValue: break
        default: throw refusal(of: "asset")
        }
    }

    /// Whether another template, which starts and ends in text, is allowed here.
    func checkTemplate() throws(HTMLError) {
        guard state == .text else {
            throw HTMLError(message: "only where text and elements stand can another template go, not \(whereabouts)")
        }
        // Each template is compiled separately, and its indentation is removed before.
        guard !isPreformatted else {
            throw HTMLError(
                message: "no other template can stand inside <pre>, where each space counts; write its text here")
        }
    }

    /// The context at a mark that starts or ends a branch; a name ends there, so that no branch continues it.
    func atBlockMark() throws(HTMLError) -> HTMLContext {
        var context = self
        switch state {
        case .text, .escapableText:
            return self
        case .quotedValue where attribute?.kind != .closed:
            return self
        case .betweenAttributes, .afterAttributeName:
            context.state = .betweenAttributes
        case .tagName, .attributeName, .attributeEnd, .unquotedValue:
            context.state = .attributeEnd
        default:
            throw refusal(of: "mark")
        }
        context.attribute = nil
        context.url = nil
        return context
    }

    /// The context after branches that end in these two; `nil` if the rest would be ambiguous.
    static func join(_ one: HTMLContext, _ other: HTMLContext) -> HTMLContext? {
        var joined = one
        joined.attributes.formUnion(other.attributes)
        if one.state == .betweenAttributes, other.state == .attributeEnd { joined.state = .attributeEnd }
        if let first = one.url, let second = other.url { joined.url = .join(first, second) }
        var expected = other
        expected.attributes = joined.attributes
        if one.state == .attributeEnd, other.state == .betweenAttributes { expected.state = .attributeEnd }
        if expected.url != nil { expected.url = joined.url }
        return joined == expected ? joined : nil
    }

    /// Completes the sentence "this stands …".
    var whereabouts: String {
        switch state {
        case .text: isPreformatted ? "inside <pre>" : "in text"
        case .escapableText, .rawText: "inside <\(element)>"
        case .comment: "in a comment"
        case .doctype: "in the doctype"
        case .tagName: "in a tag's name"
        case .betweenAttributes, .attributeEnd, .attributeName, .afterAttributeName:
            "in the tag <\(element)> outside an attribute's value"
        case .beforeValue, .unquotedValue: "in an attribute's value without quotation marks"
        case .quotedValue: "in the attribute \(attribute?.name ?? "") of <\(element)>"
        }
    }

    /// Whether a template, or what it gives a layout, may end here.
    var isAtEnd: Bool { state == .text && !isPreformatted }

    private func refusal(of mark: String) -> HTMLError {
        HTMLError(message: "no \(mark) can stand \(whereabouts)")
    }
}
