import Encodings

/// Names and values as `application/x-www-form-urlencoded` (WHATWG URL Standard, section 5), in their order.
public struct FormBody: Sendable, Equatable, Redacted {
    /// The media type of ``encoded``.
    public static let contentType = "application/x-www-form-urlencoded"

    /// Maximum number of fields that a text is parsed into.
    ///
    /// A few bytes of text can be a field, which takes many bytes of memory.
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
        PercentEncoding.encode(form: text)
    }

    /// Reads a serialized form or query.
    ///
    /// - Returns: The fields in their order; `nil` if a percent sign is not followed by two digits, if the bytes are
    ///   not UTF-8, or if there are more than ``maximumParsedFields``.
    public init?(parsing text: some StringProtocol) {
        self.init(parsing: text, decode: PercentEncoding.decode(form:))
    }

    /// Reads a serialized form or query, also with values that can't be decoded.
    ///
    /// - Returns: The fields in their order, with a percent sign as itself if no two digits follow, and with U+FFFD for
    ///   bytes that aren't UTF-8 (WHATWG URL Standard, section 5.1); `nil` if there are more than
    ///   ``maximumParsedFields``.
    public init?(parsingLeniently text: some StringProtocol) {
        self.init(parsing: text, decode: PercentEncoding.decode(leniently:))
    }

    private init?(parsing text: some StringProtocol, decode: (Substring) -> String?) {
        fields = []
        let parts = String(text).split(separator: "&", maxSplits: Self.maximumParsedFields)
        guard parts.count <= Self.maximumParsedFields else { return nil }
        for part in parts {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decode(halves[0]), let value = halves.count == 2 ? decode(halves[1]) : "" else {
                return nil
            }
            fields.append((name, value))
        }
    }

    /// The value of the one field of that name; `nil` if there is none, or more than one.
    public subscript(single name: String) -> String? {
        let found = fields.filter { $0.name == name }
        return found.count == 1 ? found[0].value : nil
    }

    /// Whether both have the same fields in the same order.
    public static func == (one: FormBody, other: FormBody) -> Bool {
        one.fields.elementsEqual(other.fields) { $0.name == $1.name && $0.value == $1.value }
    }
}
