/// Reads one JSON document, strictly (RFC 8259), in the document's order.
///
/// Foundation's decoder forgets the order and keeps one of two members of the same name, of which a signature's reader may have meant the
/// other; so names that occur twice are refused here (RFC 7515, section 4; RFC 7519, section 4).
struct JSONParser {
    struct Malformed: Error {}

    private static let deepest = 64

    private let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func document() throws(Malformed) -> JSONValue {
        let value = try value(depth: 0)
        skipWhitespace()
        guard position == bytes.count else { throw Malformed() }
        return value
    }

    private mutating func value(depth: Int) throws(Malformed) -> JSONValue {
        skipWhitespace()
        guard depth < Self.deepest, let byte = peek else { throw Malformed() }
        switch byte {
        case UInt8(ascii: "{"): return .object(try object(depth: depth))
        case UInt8(ascii: "["): return .array(try array(depth: depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func object(depth: Int) throws(Malformed) -> JSONObject {
        position += 1
        var object = JSONObject()
        var names: Set<String> = []
        skipWhitespace()
        if skip(UInt8(ascii: "}")) { return object }
        repeat {
            skipWhitespace()
            let name = try string()
            guard names.insert(name).inserted else { throw Malformed() }
            skipWhitespace()
            guard skip(UInt8(ascii: ":")) else { throw Malformed() }
            object.members.append(.init(name: name, value: try value(depth: depth + 1)))
            skipWhitespace()
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "}")) else { throw Malformed() }
        return object
    }

    private mutating func array(depth: Int) throws(Malformed) -> [JSONValue] {
        position += 1
        var values: [JSONValue] = []
        skipWhitespace()
        if skip(UInt8(ascii: "]")) { return values }
        repeat {
            values.append(try value(depth: depth + 1))
            skipWhitespace()
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "]")) else { throw Malformed() }
        return values
    }

    private mutating func string() throws(Malformed) -> String {
        guard skip(UInt8(ascii: "\"")) else { throw Malformed() }
        var text: [UInt8] = []
        while let byte = next() {
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else { throw Malformed() }
                return string
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw Malformed()
            default: text.append(byte)
            }
        }
        throw Malformed()
    }

    private mutating func escape(into text: inout [UInt8]) throws(Malformed) {
        switch next() {
        case UInt8(ascii: "\""): text.append(UInt8(ascii: "\""))
        case UInt8(ascii: "\\"): text.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "/"): text.append(UInt8(ascii: "/"))
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text += try unicodeEscape()
        default: throw Malformed()
        }
    }

    private mutating func unicodeEscape() throws(Malformed) -> [UInt8] {
        var code = try codeUnit()
        if (0xD800..<0xDC00).contains(code) {
            guard skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else { throw Malformed() }
            let low = try codeUnit()
            guard (0xDC00..<0xE000).contains(low) else { throw Malformed() }
            code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else { throw Malformed() }
        return Array(Character(scalar).utf8)
    }

    private mutating func codeUnit() throws(Malformed) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw Malformed() }
            code = code << 4 | UInt32(digit)
        }
        return code
    }

    private mutating func number() throws(Malformed) -> String {
        let start = position
        _ = skip(UInt8(ascii: "-"))
        if !skip(UInt8(ascii: "0")) { try digits() }
        if skip(UInt8(ascii: ".")) { try digits() }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
            try digits()
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func digits() throws(Malformed) {
        let start = position
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        guard position > start else { throw Malformed() }
    }

    private mutating func literal(_ text: StaticString, _ value: JSONValue) throws(Malformed) -> JSONValue {
        for byte in "\(text)".utf8 {
            guard skip(byte) else { throw Malformed() }
        }
        return value
    }

    private mutating func skipWhitespace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private mutating func next() -> UInt8? {
        guard let byte = peek else { return nil }
        position += 1
        return byte
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }
}
