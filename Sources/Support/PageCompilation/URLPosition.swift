/// The position in the constant start of a URL attribute's value, which decides what a value may add.
enum URLPosition: Equatable {
    /// The start: a value is a whole URL.
    case start
    /// After a first `/`: another one would start a host.
    case slash
    /// Letters that may turn out to be a scheme.
    case scheme([UInt8])
    /// After `http:`, `https:` or `//`.
    case host(started: Bool)
    case path
    case query
    /// Behind a value that was a whole URL.
    case afterValue
    /// No value may follow: the template wrote something unusual, or branches that differ.
    case unclear

    /// Follows one byte of the constant part, or returns `false` if it isn't allowed.
    mutating func consume(_ byte: UInt8) -> Bool {
        let isSlash = byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
        let isQuery = byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
        // A character reference could hide what matters until the URL's kind is settled.
        let isReference = byte == UInt8(ascii: "&")
        switch self {
        case .start where byte == UInt8(ascii: "/"): self = .slash
        case .slash where isSlash: self = .host(started: false)
        case .start where isQuery, .slash where isQuery, .scheme where isQuery, .path where isQuery: self = .query
        case .host(started: true) where isQuery: self = .query
        case .host(started: true) where isSlash: self = .path
        case .start where isReference, .slash where isReference, .scheme where isReference, .host where isReference:
            self = .unclear
        case .start: self = ASCII.isNameByte(byte) ? .scheme([byte | 0x20]) : .unclear
        case .slash: self = .path
        case .scheme(let letters) where byte == UInt8(ascii: ":"): self = Self.after(scheme: letters)
        case .scheme where byte == UInt8(ascii: "/"): self = .path
        case .scheme(let letters):
            self = ASCII.isNameByte(byte) || byte == UInt8(ascii: ".") ? .scheme(letters + [byte | 0x20]) : .unclear
        case .host(let started): self = .host(started: started || !isSlash)
        case .afterValue where isQuery || isReference: self = .query
        case .afterValue: return false
        case .path, .query, .unclear: break
        }
        return true
    }

    /// The kind of a value at this position.
    mutating func takeValue() throws(HTMLError) -> ValuePlace {
        switch self {
        case .start:
            self = .afterValue
            return .url
        case .slash, .path:
            self = .path
            return .urlSegment
        case .query:
            return .urlComponent
        case .scheme, .host, .afterValue, .unclear:
            throw HTMLError(
                message:
                    "the URL's beginning is not settled here; begin it with a constant path, "
                    + "or give the whole URL by one value")
        }
    }

    /// The position behind branches that end differently.
    ///
    /// A path's rule is the stricter one, so that it serves for a query too.
    static func join(_ one: URLPosition, _ other: URLPosition) -> URLPosition {
        switch (one, other) {
        case _ where one == other: one
        case (.path, .query), (.query, .path): .path
        default: .unclear
        }
    }

    private static func after(scheme letters: [UInt8]) -> URLPosition {
        switch String(decoding: letters, as: UTF8.self) {
        case "http", "https": .host(started: false)
        case "mailto": .query
        default: .unclear
        }
    }
}
