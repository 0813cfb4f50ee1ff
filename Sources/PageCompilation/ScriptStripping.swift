/// Takes out of a script its indentation, empty lines, and the lines that are comments.
///
/// It reads nothing of JavaScript but lines, so a text that goes over several would be changed; it is refused.
enum ScriptStripping {
    static func stripped(_ script: [UInt8], file: String) throws(TemplateError) -> [UInt8] {
        var out: [UInt8] = []
        for (index, line) in script.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            guard line.count(where: { $0 == UInt8(ascii: "`") }).isMultiple(of: 2) else {
                throw TemplateError(file: file, line: index + 1, message: "a text between ` and ` has to end in its line")
            }
            let code = line.drop(while: ASCII.isSpace)
            guard !code.isEmpty, !code.starts(with: "//".utf8) else { continue }
            out += code[...(code.lastIndex { !ASCII.isSpace($0) } ?? code.startIndex)] + [UInt8(ascii: "\n")]
        }
        return out
    }
}
