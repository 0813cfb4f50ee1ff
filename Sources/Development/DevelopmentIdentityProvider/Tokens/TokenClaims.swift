import JWTKit

/// The claims of ID and access tokens, by the names that B2C gives them.
struct TokenClaims: JWTPayload, Equatable {
    var iss: String
    var sub: String
    var aud: String
    var exp: Int
    var iat: Int
    var nbf: Int
    var authTime: Int
    var nonce: String?
    var accessTokenHash: String?
    var sid: String?
    /// The account's object identifier.
    var oid: String
    var name: String
    var emails: [String]
    /// The flow.
    var tfp: String
    /// The identity provider, if it is another one.
    var idp: String?
    var scp: String?
    /// The client that the access token was issued to.
    var azp: String?
    var ver = "1.0"

    enum CodingKeys: String, CodingKey {
        case iss, sub, aud, exp, iat, nbf, nonce, sid, oid, name, emails, tfp, idp, scp, azp, ver
        case authTime = "auth_time"
        case accessTokenHash = "at_hash"
    }

    /// Checks nothing, because the reader decides which claims matter: an expired hint is still a hint.
    func verify(using algorithm: some JWTAlgorithm) {}
}
