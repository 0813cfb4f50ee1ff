/// A JSON value (RFC 8259).
///
/// A number is kept as it was written, so that nothing is lost or overflows before somebody needs it.
enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    var array: [JSONValue]? {
        if case .array(let values) = self { values } else { nil }
    }

    var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// The number, where it is finite.
    var number: Double? {
        guard case .number(let literal) = self, let value = Double(literal), value.isFinite else { return nil }
        return value
    }

    /// The strings of an array of nothing but strings, or the one string.
    var strings: [String]? {
        switch self {
        case .string(let text): return [text]
        case .array(let values):
            let texts = values.compactMap(\.string)
            return texts.count == values.count ? texts : nil
        default: return nil
        }
    }
}
