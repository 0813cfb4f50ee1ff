import Encodings

/// The claims of a token or UserInfo: the members of a JSON object (RFC 7519, section 4).
public struct Claims: Sendable, Equatable {
    let object: JSONObject

    /// Reads a JSON object; `nil` if the bytes are anything else, or a name occurs twice.
    public init?(jsonObject bytes: some Collection<UInt8>) {
        guard let object = JSONObject(parsing: Array(bytes)) else { return nil }
        self.object = object
    }

    init(object: JSONObject) {
        self.object = object
    }

    /// The claims as a JSON object, which ``init(jsonObject:)`` can parse.
    package var json: String { JSONValue.object(object).text }

    /// The claims' names, in the document's order.
    public var names: [String] { object.members.map(\.name) }

    /// A claim that is a string.
    public subscript(string name: String) -> String? { object[name]?.string }

    /// A claim that is a number.
    public subscript(number name: String) -> Double? { object[name]?.number }

    /// A claim that is true or false; some providers send it as a string (OpenID Connect Core, section 5.1,
    /// `email_verified`).
    public subscript(flag name: String) -> Bool? {
        switch object[name] {
        case .bool(let value): value
        case .string("true"): true
        case .string("false"): false
        default: nil
        }
    }

    /// A claim that is a list of strings, or one string; empty if it is neither.
    public func strings(_ name: String) -> [String] { object[name]?.strings ?? [] }

    /// All claims, to be shown: in the document's order, with lists of strings joined by commas and other nested values
    /// as JSON.
    public var printable: [(name: String, value: String)] {
        object.members.map { member in
            (member.name, member.value.strings.map { $0.joined(separator: ", ") } ?? member.value.text)
        }
    }

    /// A time in seconds since 1970, if a calendar has it: JSON numbers such as 1e300 are no dates (RFC 7519, section
    /// 2).
    package func seconds(_ name: String) -> Double? {
        guard let value = self[number: name], (0...253_402_300_799).contains(value) else { return nil }
        return value
    }

    /// A claim with its name, for a log.
    func named(_ name: String) -> String { object[name].map { "\(name) \($0.text)" } ?? "no \(name)" }

    func has(_ name: String) -> Bool { object[name] != nil }

    /// A claim that is a string with at least one character.
    func nonEmpty(_ name: String) -> String? { self[string: name].flatMap { $0.isEmpty ? nil : $0 } }
}
