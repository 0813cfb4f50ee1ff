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

    /// The token response for a grant (RFC 6749, section 5.1), with the members that B2C adds.
    func tokenResponse(_ redeemed: Redeemed, scope: Scope, refreshTokenLifetime: Int) async throws -> JSONObject {
        let claims = claims(of: redeemed.grant)
        let accessToken = try await accessToken(claims, scope: scope)
        let idToken = try await idToken(claims, redeemed: redeemed, accessToken: accessToken)
        var response: JSONObject = [
            "access_token": .string(accessToken), "id_token": .string(idToken), "token_type": .string("Bearer"),
            "expires_in": .number("\(lifetime)"), "not_before": .number("\(claims.nbf)"),
            "expires_on": .number("\(claims.exp)"), "resource": .string(redeemed.grant.clientID),
            "scope": .string(scope.text),
        ]
        if let refreshToken = redeemed.refreshToken {
            response.members += [
                .init("refresh_token", .string(refreshToken.text)),
                .init("refresh_token_expires_in", .number("\(refreshTokenLifetime)")),
            ]
        }
        return response
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
