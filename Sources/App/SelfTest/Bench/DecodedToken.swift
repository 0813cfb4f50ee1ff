import Encodings
import OpenIDConnect

/// A token that the provider issued, decoded without verification, to check that it is wrong as configured.
struct DecodedToken: Sendable {
    let raw: String
    private let headerClaims: Claims?
    private let claims: Claims?

    init(_ raw: String) {
        self.raw = raw
        let parts = raw.split(separator: ".", omittingEmptySubsequences: false).map {
            Base64URL.decode($0).flatMap { Claims(jsonObject: $0) }
        }
        headerClaims = parts.first ?? nil
        claims = parts.count > 1 ? parts[1] : nil
    }

    /// How many parts the token has; three is right.
    var partCount: Int { raw.split(separator: ".", omittingEmptySubsequences: false).count }
    /// Whether header and claims are JSON objects without a name that occurs twice.
    var isReadable: Bool { headerClaims != nil && claims != nil }
    var algorithm: String? { headerClaims?[string: "alg"] }
    var keyName: String? { headerClaims?[string: "kid"] }
    var type: String? { headerClaims?[string: "typ"] }

    /// A claim that is a string.
    subscript(name: String) -> String? { claims?[string: name] }
    /// A claim that is a number.
    func number(_ name: String) -> Double { claims?[number: name] ?? .nan }
    /// A claim that is a list of strings, or one.
    func strings(_ name: String) -> [String] { claims?.strings(name) ?? [] }
    /// Any claim as text; one that is no string, as JSON.
    func text(_ name: String) -> String? { claims?.printable.first { $0.name == name }?.value }
    /// Whether there is such a claim.
    func has(_ name: String) -> Bool { claims?.names.contains(name) ?? false }
    /// Whether the header has such a member.
    func headerHas(_ name: String) -> Bool { headerClaims?.names.contains(name) ?? false }
    /// Whether the token can be read and lacks a claim.
    func lacks(_ name: String) -> Bool { isReadable && !has(name) }
}
