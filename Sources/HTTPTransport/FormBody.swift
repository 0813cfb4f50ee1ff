/// Names and values as `application/x-www-form-urlencoded` (WHATWG URL Standard, section 5), in their order.
public struct FormBody: Sendable, Equatable {
    /// The media type of ``encoded``.
    public static let contentType = "application/x-www-form-urlencoded"

    /// The most fields that a text is read into.
    ///
    /// A few bytes of text make a field, and a field takes many bytes of memory.
    public static let maximumParsedFields = 1000

    /// The names and values, not encoded.
    public var fields: [(name: String, value: String)]

    /// A form of these fields.
    public init(_ fields: [(name: String, value: String)] = []) {
        self.fields = fields
    }

    /// Adds a field unless its value is `nil`.
    public mutating func append(_ name: String, _ value: String?) {
        if let value { fields.append((name, value)) }
    }

    /// The serialization: `a=1&b=x+y`.
    public var encoded: String {
        fields.map { "\(Self.encode($0.name))=\(Self.encode($0.value))" }.joined(separator: "&")
    }

    /// One name or value, percent-encoded as a form has it: letters, digits and `*-._` stay, a space becomes `+`.
    public static func encode(_ text: String) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                out.append(byte)
            case UInt8(ascii: " "): out.append(UInt8(ascii: "+"))
            default: out += [UInt8(ascii: "%"), hexadecimal(byte >> 4), hexadecimal(byte & 15)]
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Reads a serialized form or query.
    ///
    /// - Returns: The fields in their order; `nil` where a percent sign is not followed by two digits or the bytes are not UTF-8, for what
    ///   such a text was meant to say can't be known; and where there are more than ``maximumParsedFields``.
    public init?(parsing text: some StringProtocol) {
        fields = []
        let parts = text.split(separator: "&", maxSplits: Self.maximumParsedFields)
        guard parts.count <= Self.maximumParsedFields else { return nil }
        for part in parts {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decode(halves[0]), let value = halves.count == 2 ? Self.decode(halves[1]) : "" else { return nil }
            fields.append((name, value))
        }
    }

    /// The value of the one field of that name; `nil` where there is none, or more than one.
    public subscript(single name: String) -> String? {
        let found = fields.filter { $0.name == name }
        return found.count == 1 ? found[0].value : nil
    }

    /// Whether both have the same fields in the same order.
    public static func == (one: FormBody, other: FormBody) -> Bool {
        one.fields.elementsEqual(other.fields) { $0.name == $1.name && $0.value == $1.value }
    }

    static func decode(_ text: some StringProtocol) -> String? {
        var out: [UInt8] = []
        var rest = text.utf8.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "+"): out.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else { return nil }
                out.append(high << 4 | low)
            default: out.append(byte)
            }
        }
        return String(validating: out, as: UTF8.self)
    }

    private static func hexadecimal(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
