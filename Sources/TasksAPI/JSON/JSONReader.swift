/// Reads JSON exactly as RFC 8259 has it, and refuses names that occur twice in an object.
///
/// `JSONDecoder` takes trailing commas, and doesn't look at members that nobody asks for.
struct JSONReader {
    /// The text is no JSON, or nests deeper than anyone means it to.
    struct Malformed: Error {}

    private static let maximumDepth = 64

    private let bytes: [UInt8]
    private var position = 0

    /// Reads a text that holds one value and nothing else but white space.
    static func read(_ bytes: [UInt8]) throws(Malformed) -> JSONValue {
        var reader = JSONReader(bytes: bytes)
        let value = try reader.value(depth: 0)
        reader.skipWhiteSpace()
        guard reader.position == bytes.count else { throw Malformed() }
        return value
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func value(depth: Int) throws(Malformed) -> JSONValue {
        guard depth < Self.maximumDepth else { throw Malformed() }
        skipWhiteSpace()
        switch next {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object(depth: Int) throws(Malformed) -> JSONValue {
        var members: [String: JSONValue] = [:]
        position += 1
        skipWhiteSpace()
        if take("}") { return .object(members) }
        repeat {
            skipWhiteSpace()
            let name = try string()
            skipWhiteSpace()
            guard take(":") else { throw Malformed() }
            guard members.updateValue(try value(depth: depth + 1), forKey: name) == nil else { throw Malformed() }
            skipWhiteSpace()
        } while take(",")
        guard take("}") else { throw Malformed() }
        return .object(members)
    }

    private mutating func array(depth: Int) throws(Malformed) -> JSONValue {
        position += 1
        skipWhiteSpace()
        if take("]") { return .array }
        repeat {
            _ = try value(depth: depth + 1)
            skipWhiteSpace()
        } while take(",")
        guard take("]") else { throw Malformed() }
        return .array
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(Malformed) -> JSONValue {
        guard bytes[position...].starts(with: "\(word)".utf8) else { throw Malformed() }
        position += word.utf8CodeUnitCount
        return value
    }

    private mutating func number() throws(Malformed) -> JSONValue {
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            _ = take("+") || take("-")
            try digits()
        }
        return .number
    }

    private mutating func digits() throws(Malformed) {
        let start = position
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        guard position > start else { throw Malformed() }
    }

    private mutating func string() throws(Malformed) -> String {
        guard take("\"") else { throw Malformed() }
        var text: [UInt8] = []
        while let byte = next, byte >= 0x20 {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: text, as: UTF8.self) else { throw Malformed() }
                return text
            case UInt8(ascii: "\\"): try escape(into: &text)
            default: text.append(byte)
            }
        }
        throw Malformed()
    }

    private mutating func escape(into text: inout [UInt8]) throws(Malformed) {
        guard let byte = next else { throw Malformed() }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            let unit = try codeUnit()
            var units = [unit]
            if UTF16.isLeadSurrogate(unit) {
                guard take("\\"), take("u") else { throw Malformed() }
                units.append(try codeUnit())
            }
            // A surrogate without its other half is no character.
            guard let character = String(validating: units, as: UTF16.self) else { throw Malformed() }
            text.append(contentsOf: character.utf8)
        default: throw Malformed()
        }
    }

    private mutating func codeUnit() throws(Malformed) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw Malformed() }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }

    private mutating func take(_ wanted: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: wanted) else { return false }
        position += 1
        return true
    }

    private mutating func skipWhiteSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }
}
