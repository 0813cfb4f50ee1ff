/// Takes out of a script its indentation, empty lines, the lines that are comments, and spaces and line breaks that
/// mean nothing next to punctuation.
///
/// JavaScript is read line by line, so a string over several lines would be changed. Such a script is refused.
enum ScriptStripping {
    static func stripped(_ script: [UInt8], file: String) throws(TemplateError) -> [UInt8] {
        var out: [UInt8] = []
        var mayEndInEmptyStatement = false
        for (index, line) in script.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        {
            guard line.count(where: { $0 == UInt8(ascii: "`") }).isMultiple(of: 2) else {
                throw TemplateError(
                    file: file, line: index + 1, message: "a text between ` and ` has to end in its line")
            }
            let code = line.drop(while: ASCII.isSpace)
            guard !code.starts(with: "/*".utf8) || code.suffix(2).elementsEqual("*/".utf8),
                code.last != UInt8(ascii: "\\")
            else {
                throw TemplateError(
                    file: file, line: index + 1, message: "a comment and a text have to end in their line")
            }
            guard !code.isEmpty, !code.starts(with: "//".utf8) else { continue }
            // A statement that a block ends needs no semicolon, unless that is all of a loop's body.
            if code.first == UInt8(ascii: "}"), out.last == UInt8(ascii: ";"), !mayEndInEmptyStatement {
                out.removeLast()
            }
            mayEndInEmptyStatement = ["for", "while", "if", "else"].contains { code.starts(with: $0.utf8) }
            out += squeezed(code[...(code.lastIndex { !ASCII.isSpace($0) } ?? code.startIndex)])
            if !goesOn(code) { out.append(UInt8(ascii: "\n")) }
        }
        return out
    }

    /// Whether the next line may follow without a line break, which would end a comment or a statement elsewhere.
    private static func goesOn(_ line: ArraySlice<UInt8>) -> Bool {
        let last = line.last { !ASCII.isSpace($0) }
        return last.map { ";{,([".utf8.contains($0) } == true && line.firstRange(of: "//".utf8) == nil
    }

    /// A line without insignificant spaces; quoted texts stay, and so does a line that may have a comment or a regular
    /// expression.
    private static func squeezed(_ line: ArraySlice<UInt8>) -> [UInt8] {
        var out: [UInt8] = []
        var quote: UInt8?
        for (index, byte) in zip(line.indices, line) {
            if let open = quote {
                if byte == open, line[index - 1] != UInt8(ascii: "\\") { quote = nil }
            } else if byte == UInt8(ascii: "/") {
                return Array(line)
            } else if "\"'`".utf8.contains(byte) {
                quote = byte
            } else if byte == UInt8(ascii: " ") {
                let neighbours = [out.last, line[index...].dropFirst().first].compactMap(\.self)
                if neighbours.contains(where: { "=!(){}[],;:?<>&|".utf8.contains($0) }) { continue }
            }
            out.append(byte)
        }
        // A line that seems to end within a quoted text was misparsed, so it stays as it is.
        return quote == nil ? out : Array(line)
    }
}
