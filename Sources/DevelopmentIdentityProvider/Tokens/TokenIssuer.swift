import Crypto
import Encodings
import FoundationEssentials
import JWTKit

/// Makes and reads the provider's signed tokens.
struct TokenIssuer: Sendable {
    private let keys: JWTKeyCollection
    private let keyID: JWKIdentifier
    private let issuer: String
    /// In seconds.
    let lifetime: Int
    private let time: @Sendable () -> Int

    init(_ key: TokenSigningKey, issuer: String, lifetime: Int, time: @escaping @Sendable () -> Int) async {
        keyID = JWKIdentifier(string: key.keyID)
        keys = await JWTKeyCollection().add(rsa: key.key, digestAlgorithm: .sha256, kid: keyID)
        self.issuer = issuer
        self.lifetime = lifetime
        self.time = time
    }

    /// The token response for a grant.
    func tokenResponse(_ redeemed: Redeemed, scope: Scope, refreshTokenLifetime: Int) async throws
        -> TokenEndpointResponse
    {
        let claims = claims(of: redeemed.grant)
        let accessToken = try await accessToken(claims, scope: scope)
        let idToken = try await idToken(claims, redeemed: redeemed, accessToken: accessToken)
        return TokenEndpointResponse(
            accessToken: accessToken, idToken: idToken, expiresIn: lifetime, notBefore: claims.nbf,
            expiresOn: claims.exp,
            resource: redeemed.grant.clientID, scope: scope.text, refreshToken: redeemed.refreshToken?.text,
            refreshTokenExpiresIn: redeemed.refreshToken == nil ? nil : refreshTokenLifetime)
    }

    /// The claims of a token of this issuer, even an expired one; `nil` for anything else.
    func read(_ token: String) async -> TokenClaims? {
        guard let claims = try? await keys.verify(token, as: TokenClaims.self), claims.iss == issuer else { return nil }
        return claims
    }

    private func claims(of grant: StoredGrant) -> TokenClaims {
        let now = time()
        let account = grant.account
        return TokenClaims(
            iss: issuer, sub: account.id, aud: grant.clientID, exp: now + lifetime, iat: now, nbf: now,
            authTime: grant.authTime,
            oid: account.id, name: account.name, emails: [account.email], tfp: grant.flow.rawValue,
            idp: account.identityProvider == .local ? nil : account.identityProvider.rawValue)
    }

    private func accessToken(_ claims: TokenClaims, scope: Scope) async throws -> String {
        var claims = claims
        claims.scp = scope.text
        claims.azp = claims.aud
        return try await keys.sign(claims, kid: keyID)
    }

    private func idToken(_ claims: TokenClaims, redeemed: Redeemed, accessToken: String) async throws -> String {
        var claims = claims
        claims.nonce = redeemed.nonce
        claims.sid = redeemed.grant.sessionID
        // The left half of the hash (OpenID Connect Core, section 3.1.3.6).
        claims.accessTokenHash = Base64URL.encode(SHA256.hash(data: Array(accessToken.utf8)).prefix(16))
        return try await keys.sign(claims, kid: keyID)
    }
}

/// The token response (RFC 6749, section 5.1), with the members that B2C adds.
struct TokenEndpointResponse: Sendable, Encodable {
    let accessToken: String
    let idToken: String
    let tokenType = "Bearer"
    let expiresIn: Int
    let notBefore: Int
    let expiresOn: Int
    let resource: String
    let scope: String
    let refreshToken: String?
    let refreshTokenExpiresIn: Int?

    enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case idToken = "id_token"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case notBefore = "not_before"
        case expiresOn = "expires_on"
        case resource
        case scope
        case refreshToken = "refresh_token"
        case refreshTokenExpiresIn = "refresh_token_expires_in"
    }
}
