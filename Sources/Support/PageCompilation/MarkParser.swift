/// Reads the inside of one mark.
struct MarkParser {
    let template: Template
    /// The inside of the mark, without white space at its ends.
    let range: Range<Int>

    init(template: Template, inside: Range<Int>) {
        self.template = template
        range = Self.trim(inside, in: template)
    }

    func parse() throws(TemplateError) -> Mark {
        let text = template.text(range)
        switch text {
        case "content": return .content
        case "else": return .else
        case "/if", "/each", "/layout": return .end(block: String(text.dropFirst()))
        default: break
        }
        if text.hasPrefix("!") { return .comment }
        if text.hasPrefix(">") { return .partial(try code(after: ">", of: "a partial")) }
        switch text.prefix(while: { !$0.isWhitespace }) {
        case "#if": return .if(try code(after: "#if", of: "#if"))
        case "else" where text.dropFirst(4).drop(while: \.isWhitespace).hasPrefix("if "): return try elseIf()
        case "#each": return try each()
        case "#layout": return .layout(try code(after: "#layout", of: "#layout"))
        case "asset": return .asset(name: try assetName())
        default: break
        }
        if text.hasPrefix("{") || text.hasPrefix("&") { throw fault("there is no mark that leaves a value as it is") }
        if text.hasPrefix("#") || text.hasPrefix("/") || text.hasPrefix("^") || text.hasPrefix("else ") {
            throw fault(
                "unknown mark '\(text)'; there are #if, else if, else, #each … as …, #layout, /if, /each, /layout, "
                    + ">, asset, content and !")
        }
        return .value(try code(from: range.lowerBound, of: "a value"))
    }

    private func elseIf() throws(TemplateError) -> Mark {
        let afterElse = Self.trim(range.lowerBound + 4..<range.upperBound, in: template)
        return .elseIf(try code(from: afterElse.lowerBound + 2, of: "else if"))
    }

    private func each() throws(TemplateError) -> Mark {
        let whole = try code(after: "#each", of: "#each")
        // The last `as` belongs to the mark; one before it may be a cast.
        guard let separator = whole.text.ranges(of: " as ").last else { throw fault("write #each items as item") }
        let itemStart = whole.offset + whole.text[..<separator.upperBound].utf8.count
        return .each(
            items: SwiftCode(text: String(whole.text[..<separator.lowerBound]), offset: whole.offset),
            item: try code(from: itemStart, of: "#each … as"))
    }

    private func assetName() throws(TemplateError) -> String {
        let name = try code(after: "asset", of: "asset").text
        guard name.count > 2, name.hasPrefix("\""), name.hasSuffix("\"") else { throw fault("write asset \"name\"") }
        return String(name.dropFirst().dropLast())
    }

    private func code(after keyword: String, of mark: String) throws(TemplateError) -> SwiftCode {
        try code(from: range.lowerBound + keyword.utf8.count, of: mark)
    }

    private func code(from offset: Int, of mark: String) throws(TemplateError) -> SwiftCode {
        let trimmed = Self.trim(offset..<range.upperBound, in: template)
        guard !trimmed.isEmpty else { throw fault("\(mark) needs a Swift expression") }
        return SwiftCode(text: template.text(trimmed), offset: trimmed.lowerBound)
    }

    private func fault(_ message: String) -> TemplateError {
        template.error(message, at: range.lowerBound)
    }

    private static func trim(_ range: Range<Int>, in template: Template) -> Range<Int> {
        guard let first = range.first(where: { !ASCII.isSpace(template.bytes[$0]) }),
            let last = range.last(where: { !ASCII.isSpace(template.bytes[$0]) })
        else { return range.lowerBound..<range.lowerBound }
        return first..<last + 1
    }
}
