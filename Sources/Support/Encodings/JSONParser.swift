/// Why a text isn't read as JSON.
package enum JSONError: Error, Equatable {
    /// The text isn't JSON in UTF-8, or nests too deep; lines count from 1.
    case malformed(line: Int)
    /// An object has two members of this name, which JSON doesn't forbid (RFC 8259, section 4).
    case duplicateName(String)
    /// A string has half of a surrogate pair, which is no character, but allowed in JSON (section 8.2).
    case loneSurrogate(line: Int)
}

extension JSONValue {
    /// Parses a text that is one value.
    package init(parsing bytes: [UInt8]) throws(JSONError) {
        var parser = JSONParser(bytes: bytes)
        self = try parser.document()
        if let fault = parser.fault { throw fault }
    }

    /// Parses a text that is one value; `nil` if it is none.
    ///
    /// An object may have two members of one name. Half of a surrogate pair becomes U+FFFD.
    package init?(parsingLeniently bytes: [UInt8]) {
        var parser = JSONParser(bytes: bytes)
        guard let value = try? parser.document() else { return nil }
        self = value
    }
}

extension JSONObject {
    /// Parses a text that is one object; `nil` if it is anything else.
    package init?(parsing bytes: [UInt8]) {
        guard case .object(let object)? = try? JSONValue(parsing: bytes) else { return nil }
        self = object
    }
}

/// Parses one JSON text, strictly (RFC 8259), in its order.
///
/// A name that occurs twice in an object is a fault (RFC 7515, section 4; RFC 7519, section 4), because readers differ
/// in which of the two members they take. Foundation's decoder takes one silently, forgets the order, and allows
/// trailing commas.
private struct JSONParser {
    private static let maximumDepth = 64

    private let bytes: [UInt8]
    private var position = 0
    /// The first fault in the text that has been read.
    private(set) var fault: JSONError?

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func document() throws(JSONError) -> JSONValue {
        let value = try value(depth: 0)
        skipWhitespace()
        guard position == bytes.count else { throw malformed }
        return value
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        guard depth < Self.maximumDepth else { throw malformed }
        skipWhitespace()
        switch peek {
        case UInt8(ascii: "{"): return .object(try object(depth: depth))
        case UInt8(ascii: "["): return .array(try array(depth: depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONObject {
        position += 1
        var object = JSONObject()
        var names: Set<[UInt8]> = []
        skipWhitespace()
        if skip(UInt8(ascii: "}")) { return object }
        repeat {
            skipWhitespace()
            let name = try string()
            if !names.insert(Array(name.utf8)).inserted, fault == nil { fault = .duplicateName(name) }
            skipWhitespace()
            guard skip(UInt8(ascii: ":")) else { throw malformed }
            object.members.append(.init(name, try value(depth: depth + 1)))
            skipWhitespace()
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "}")) else { throw malformed }
        return object
    }

    private mutating func array(depth: Int) throws(JSONError) -> [JSONValue] {
        position += 1
        var values: [JSONValue] = []
        skipWhitespace()
        if skip(UInt8(ascii: "]")) { return values }
        repeat {
            values.append(try value(depth: depth + 1))
            skipWhitespace()
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "]")) else { throw malformed }
        return values
    }

    private mutating func string() throws(JSONError) -> String {
        guard skip(UInt8(ascii: "\"")) else { throw malformed }
        let start = position
        while let byte = peek, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { position += 1 }
        // Most strings have no escapes, and so needn't be copied byte by byte.
        if skip(UInt8(ascii: "\"")) {
            guard let string = String(utf8: bytes[start..<(position - 1)].span) else {
                throw malformed
            }
            return string
        }
        var text = Array(bytes[start..<position])
        while let byte = next() {
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(utf8: text.span) else { throw malformed }
                return string
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20:
                position -= 1
                throw malformed
            default: text.append(byte)
            }
        }
        throw malformed
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        switch next() {
        case UInt8(ascii: "\""): text.append(UInt8(ascii: "\""))
        case UInt8(ascii: "\\"): text.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "/"): text.append(UInt8(ascii: "/"))
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            let unit = try codeUnit()
            let following = position
            if UTF16.isLeadSurrogate(unit), skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) {
                let trail = try codeUnit()
                if UTF16.isTrailSurrogate(trail) {
                    text += String(decoding: [unit, trail], as: UTF16.self).utf8
                    return
                }
            }
            // A following escape is another character's.
            position = following
            if UTF16.isSurrogate(unit), fault == nil { fault = .loneSurrogate(line: line) }
            text += String(decoding: [unit], as: UTF16.self).utf8
        case nil: throw malformed
        default:
            position -= 1
            throw malformed
        }
    }

    private mutating func codeUnit() throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = peek.flatMap(Hexadecimal.value) else { throw malformed }
            position += 1
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    private mutating func number() throws(JSONError) -> String {
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

    private mutating func digits() throws(JSONError) {
        let start = position
        while let byte = peek, byte.isDigit { position += 1 }
        guard position > start else { throw malformed }
    }

    private mutating func literal(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        guard bytes[position...].starts(with: "\(text)".utf8) else { throw malformed }
        position += text.utf8CodeUnitCount
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

    /// The error for the text at this position.
    private var malformed: JSONError { .malformed(line: line) }

    private var line: Int { 1 + bytes[..<position].count { $0 == UInt8(ascii: "\n") } }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }
}
