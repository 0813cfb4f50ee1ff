/// A piece of a template: bytes that go out as they are, or a mark.
enum Token: Equatable {
    case literal(Range<Int>)
    /// A mark, and the offset of its `{{`.
    case mark(Mark, offset: Int)
}

/// Splits a template into literal parts and marks, and removes lines that have only a block mark.
struct TemplateScanner {
    private let template: Template
    private var tokens: [Token] = []
    private var literalStart = 0

    static func tokens(of template: Template) throws(TemplateError) -> [Token] {
        var scanner = TemplateScanner(template: template)
        return try scanner.scan()
    }

    private init(template: Template) {
        self.template = template
    }

    private mutating func scan() throws(TemplateError) -> [Token] {
        let bytes = template.bytes
        while let opening = bytes[literalStart...].firstRange(of: Array("{{".utf8)) {
            let inside = opening.upperBound
            guard let end = endOfMark(from: inside) else {
                throw template.error("the mark is never closed by }}", at: opening.lowerBound)
            }
            let mark = try MarkParser(template: template, inside: inside..<end).parse()
            let own = opening.lowerBound..<end + 2
            let removed = mark.isBlockMark ? wholeLine(around: own) ?? own : own
            appendLiteral(until: removed.lowerBound)
            tokens.append(.mark(mark, offset: own.lowerBound))
            literalStart = removed.upperBound
        }
        // The line feed that ends the file isn't part of the page.
        appendLiteral(until: bytes.last == UInt8(ascii: "\n") ? bytes.endIndex - 1 : bytes.endIndex)
        return tokens
    }

    private mutating func appendLiteral(until end: Int) {
        if literalStart < end { tokens.append(.literal(literalStart..<end)) }
    }

    /// The offset of the `}}` that closes a mark: outside string literals and balanced braces, so that closures can be
    /// written.
    private func endOfMark(from start: Int) -> Int? {
        let bytes = template.bytes
        if bytes[start...].first(where: { !ASCII.isSpace($0) }) == UInt8(ascii: "!") {
            return bytes[start...].firstRange(of: Array("}}".utf8))?.lowerBound
        }
        var depth = 0
        var isInString = false
        var index = start
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "\\") where isInString: index += 1
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: "{") where !isInString: depth += 1
            case UInt8(ascii: "}") where !isInString && depth > 0: depth -= 1
            case UInt8(ascii: "}") where !isInString && bytes[index...].starts(with: "}}".utf8): return index
            default: break
            }
            index += 1
        }
        return nil
    }

    /// The line of a mark with its line feed, if the rest of the line is white space.
    private func wholeLine(around mark: Range<Int>) -> Range<Int>? {
        let bytes = template.bytes
        let newline = UInt8(ascii: "\n")
        let lineStart = bytes[..<mark.lowerBound].lastIndex(of: newline).map { $0 + 1 } ?? 0
        let lineEnd = bytes[mark.upperBound...].firstIndex(of: newline).map { $0 + 1 } ?? bytes.endIndex
        guard bytes[lineStart..<mark.lowerBound].allSatisfy(ASCII.isSpace),
            bytes[mark.upperBound..<lineEnd].allSatisfy(ASCII.isSpace)
        else {
            return nil
        }
        return lineStart..<lineEnd
    }
}
