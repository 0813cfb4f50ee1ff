/// Takes out of a style sheet everything that browsers ignore: comments, line breaks, indentation, spaces at braces,
/// the last semicolon of a block, and the zero before a decimal point.
///
/// Only CSS's strings and comments are parsed. All other white space becomes one space.
struct StyleSheetStripping {
    private var rest: ArraySlice<UInt8>
    private var out: [UInt8] = []
    private var isBehindSpace = false

    static func stripped(_ sheet: [UInt8], file: String) throws(TemplateError) -> [UInt8] {
        var stripping = StyleSheetStripping(rest: sheet[...])
        while let first = stripping.rest.first {
            try stripping.step(first, file: file)
        }
        return stripping.out
    }

    private init(rest: ArraySlice<UInt8>) {
        self.rest = rest
    }

    private mutating func step(_ byte: UInt8, file: String) throws(TemplateError) {
        if ASCII.isSpace(byte) {
            isBehindSpace = true
            rest = rest.dropFirst()
        } else if rest.starts(with: "/*".utf8) {
            // Two names would become one.
            guard isBehindSpace || out.isEmpty || ";{}".utf8.contains(out[out.endIndex - 1]) else {
                throw TemplateError(file: file, message: "put white space before a comment")
            }
            let end = rest.dropFirst(2).firstRange(of: Array("*/".utf8))?.upperBound
            guard let end else { throw TemplateError(file: file, message: "a comment is never closed by */") }
            rest = rest[end...]
        } else {
            separate(from: byte)
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                try string(byte, file: file)
            } else {
                if byte == UInt8(ascii: "."), endsInLoneZero, rest.dropFirst().first.map(ASCII.isDigit) == true {
                    out.removeLast()
                }
                out.append(byte)
                rest = rest.dropFirst()
            }
        }
    }

    /// Writes a space before a byte if it is needed, or removes one that has become needless.
    private mutating func separate(from byte: UInt8) {
        let last = out.last ?? UInt8(ascii: "}")
        if isBehindSpace, !"{};,:>".utf8.contains(last), !"{};,>".utf8.contains(byte) { out.append(UInt8(ascii: " ")) }
        if byte == UInt8(ascii: "}"), last == UInt8(ascii: ";") { out.removeLast() }
        isBehindSpace = false
    }

    /// Whether the last byte is a number's zero, which is no other number's last digit.
    private var endsInLoneZero: Bool {
        guard out.last == UInt8(ascii: "0"), let before = out.dropLast().last else { return false }
        return " ,:(-+*".utf8.contains(before) && !out.dropLast().suffix(4).elementsEqual("url(".utf8)
    }

    private mutating func string(_ quote: UInt8, file: String) throws(TemplateError) {
        var end = rest.startIndex + 1
        while end < rest.endIndex, rest[end] != quote {
            end += rest[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard end < rest.endIndex else { throw TemplateError(file: file, message: "a string is never closed") }
        out += rest[...end]
        rest = rest[(end + 1)...]
    }
}
