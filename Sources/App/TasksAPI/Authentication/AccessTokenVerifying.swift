package import OpenIDConnect

/// Identifies the user of an access token.
package protocol AccessTokenVerifying: Sendable {
    /// Verifies a token: signature, issuer, audience and times.
    ///
    /// - Throws: ``AccessTokenError``.
    func bearer(of token: String) async throws(AccessTokenError) -> Bearer
}

/// The user of an access token that verifies.
package struct Bearer: Sendable, Equatable {
    package let user: UserKey
    /// When the user authenticated, in seconds since 1970; `nil` if the token doesn't say.
    package let authTime: Double?

    package init(user: UserKey, authTime: Double?) {
        self.user = user
        self.authTime = authTime
    }
}

/// Why a token was not accepted.
package enum AccessTokenError: Error, Sendable, Equatable {
    /// The token doesn't verify; the reason goes to the log, not to the client.
    case invalid(reason: String)
    /// The token verifies, but has no claim that identifies a user; the reason goes to the log.
    case identifiesNoUser(reason: String)
    /// The token can't be checked, because the authority's keys are unavailable.
    case authorityUnavailable(reason: String)
}

extension AccessTokenVerifier: AccessTokenVerifying {
    /// Verifies a token against the authority's keys and identifies its user.
    package func bearer(of token: String) async throws(AccessTokenError) -> Bearer {
        let claims: Claims
        do {
            claims = try await verify(token)
        } catch {
            throw error.kind.isProvidersFault
                ? .authorityUnavailable(reason: error.description) : .invalid(reason: error.description)
        }
        guard let user = users.key(of: claims) else {
            throw .identifiesNoUser(reason: users.reasonForNoKey(of: claims).rawValue)
        }
        return Bearer(user: user, authTime: claims.seconds("auth_time"))
    }
}
