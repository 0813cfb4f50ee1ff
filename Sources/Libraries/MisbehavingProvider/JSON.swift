import Encodings

/// A JSON value that is written exactly as given: members in their order, also repeated ones, and numbers that no Swift
/// type can represent.
///
/// A minor version adds no case.
public enum JSON: Sendable, Equatable {
    /// `null`; as a change to an object it takes the member out.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, as it is to be written.
    case number(String)
    /// A string.
    case string(String)
    /// An array.
    case array([JSON])
    /// An object.
    case object(JSONMembers)

    /// A whole number.
    public static func int(_ value: some BinaryInteger) -> JSON { .number("\(value)") }

    /// The document.
    public var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let value): value
        case .string(let value): JSONWriter.quoted(value)
        case .array(let values): "[\(values.map(\.text).joined(separator: ","))]"
        case .object(let object):
            "{\(object.members.map { "\(JSONWriter.quoted($0.name)):\($0.value.text)" }.joined(separator: ","))}"
        }
    }
}

extension JSON: ExpressibleByStringLiteral {
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSON: ExpressibleByIntegerLiteral {
    /// A whole number.
    public init(integerLiteral value: Int) { self = .int(value) }
}

extension JSON: ExpressibleByBooleanLiteral {
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSON: ExpressibleByArrayLiteral {
    /// An array.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
}
