/// A JSON value (RFC 8259).
///
/// A number is the text that was written, so that none is rounded or overflows before its use is known.
package enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    package var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    package var array: [JSONValue]? {
        if case .array(let values) = self { values } else { nil }
    }

    package var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// The number, if it is finite.
    package var number: Double? {
        guard case .number(let literal) = self, let value = Double(literal), value.isFinite else { return nil }
        return value
    }

    /// The strings of an array of strings, or the one string.
    package var strings: [String]? {
        switch self {
        case .string(let text): return [text]
        case .array(let values):
            let texts = values.compactMap(\.string)
            return texts.count == values.count ? texts : nil
        default: return nil
        }
    }

    /// The value as JSON without white space.
    package var text: String {
        var writer = JSONWriter()
        writer.append(self)
        return writer.text
    }
}

/// The members of a JSON object in their order; no name occurs twice, unless it was parsed leniently.
package struct JSONObject: Sendable, Equatable {
    package struct Member: Sendable, Equatable {
        package let name: String
        package let value: JSONValue

        package init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    package var members: [Member]

    package init(members: [Member] = []) {
        self.members = members
    }

    /// The value of a member, which may be `null`.
    ///
    /// Names are compared by code units (RFC 8259, section 8.3): Swift's comparison takes canonically equivalent ones
    /// for the same.
    package func value(of name: String) -> JSONValue? {
        members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// The value of a member; `null` counts as absent.
    package subscript(name: String) -> JSONValue? {
        value(of: name).flatMap { $0 == .null ? nil : $0 }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral members: (String, JSONValue)...) {
        self.members = members.map { Member($0.0, $0.1) }
    }
}
