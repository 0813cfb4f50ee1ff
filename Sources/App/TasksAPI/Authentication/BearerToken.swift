import Encodings
import HTTPTypes

/// The access token that a request bears in its `Authorization` field (RFC 6750, section 2.1); in a body or a query
/// none is looked for.
enum BearerToken: Equatable {
    /// No field, or one of another scheme.
    case none
    /// More than one field: which of them counts can't be known.
    case several
    /// Something that can't be a token.
    case malformed
    case token(String)

    init(_ headers: HTTPFields) {
        let fields = headers[values: .authorization]
        guard let field = fields.first else {
            self = .none
            return
        }
        guard fields.count == 1 else {
            self = .several
            return
        }
        let parts = field.split(separator: " ", maxSplits: 1)
        guard let scheme = parts.first, scheme.lowercased() == "bearer", parts.count == 2 else {
            self = .none
            return
        }
        let token = parts[1].drop { $0 == " " }
        self = token.utf8.allSatisfy(Self.isTokenByte) ? .token(String(token)) : .malformed
    }

    /// The alphabet of `b64token`, which contains a JWT's.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || "-._~+/=".utf8.contains(byte)
    }
}
