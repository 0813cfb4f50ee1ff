/// Takes a template's indentation out of its text: white space with a line feed in it becomes that line feed, which
/// means the same to a browser.
enum TextIndentation {
    /// A literal without it.
    ///
    /// - Parameters:
    ///   - text: The ranges of text in the literal whose white space collapses.
    ///   - beginsLine: Whether the line feed before it is in the preceding literal, after a line that had only a mark.
    static func removed(from literal: ArraySlice<UInt8>, text: [Range<Int>], beginsLine: Bool) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(literal.count)
        var position = literal.startIndex
        for range in text {
            out += literal[position..<range.lowerBound]
            let isIndented = beginsLine && range.lowerBound == literal.startIndex
            append(isIndented ? literal[range].drop(while: ASCII.isSpace) : literal[range], to: &out)
            position = range.upperBound
        }
        return out + literal[position...]
    }

    private static func append(_ text: ArraySlice<UInt8>, to out: inout [UInt8]) {
        var rest = text
        while let first = rest.first {
            let space = rest.prefix(while: ASCII.isSpace)
            if space.contains(UInt8(ascii: "\n")) {
                out.append(UInt8(ascii: "\n"))
                rest = rest[space.endIndex...]
            } else {
                out.append(first)
                rest = rest.dropFirst()
            }
        }
    }
}
