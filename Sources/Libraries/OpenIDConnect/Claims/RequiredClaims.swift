import Encodings

/// The claims that an ID token must have for its user to be let in.
public struct RequiredClaims: Sendable, Equatable {
    /// A name, and one of the values that will do.
    public struct Entry: Sendable, Equatable {
        /// The claim's name.
        public let name: String
        /// The text of a string, of an element of a list, or of a number or boolean in JSON.
        public let value: String

        /// An entry of its two parts.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The entries; of several with one name any will do, and all names are required.
    public let entries: [Entry]

    /// Required claims; without any, every user is let in.
    public init(_ entries: [Entry] = []) {
        self.entries = entries
    }

    /// The first required claim that doesn't have the right value; `nil` if all have.
    ///
    /// One that the provider left out for its size comes before the others, because only the operator can change that.
    public func firstMissing(in claims: Claims) -> MissingClaim? {
        let missing = entries.filter { entry in
            !entries.contains { $0.name == entry.name && Self.has(claims.object[$0.name], $0.value) }
        }.map { MissingClaim(name: $0.name, isLeftOut: Self.isLeftOut($0.name, of: claims)) }
        return missing.first(where: \.isLeftOut) ?? missing.first
    }

    private static func has(_ found: JSONValue?, _ value: String) -> Bool {
        switch found {
        case .array(let elements): elements.contains { isEqual($0, value) }
        case .some(let found): isEqual(found, value)
        case nil: false
        }
    }

    /// Compares byte by byte.
    private static func isEqual(_ found: JSONValue, _ value: String) -> Bool {
        switch found {
        case .string(let text): text.utf8.elementsEqual(value.utf8)
        case .number, .bool: found.text.utf8.elementsEqual(value.utf8)
        case .null, .array, .object: false
        }
    }

    /// Whether a claim is in another place (OpenID Connect Core, section 5.6.2), as Entra's `groups` of a user who is
    /// in too many.
    private static func isLeftOut(_ name: String, of claims: Claims) -> Bool {
        if claims.object["_claim_names"]?.object?[name] != nil { return true }
        return name == "groups" && claims[flag: "hasgroups"] == true
    }
}

/// A required claim that an ID token doesn't have.
public struct MissingClaim: Sendable, Equatable {
    /// The claim's name.
    public let name: String
    /// Whether the provider left the claim out for its size, so that its values are unknown.
    public let isLeftOut: Bool

    /// A claim of a name.
    public init(name: String, isLeftOut: Bool = false) {
        self.name = name
        self.isLeftOut = isLeftOut
    }
}
