import Encodings
import OpenIDConnect
import SealedCookies
import SessionStorage

/// The sealed content of a session's row: its tokens, always the newest ones.
struct SessionTokens: Sendable, Equatable {
    /// The policy that issued the grant.
    var policy: String?
    /// The user's name for pages.
    var name: String
    var accessToken: AccessToken
    var refreshToken: String?
    /// The grant's newest ID token: the sign-in's, or a refresh's.
    var idToken: String
    /// The ID token of a profile or password-reset policy, if it is newer than ``idToken``.
    var policyIDToken: String?
    /// UserInfo as JSON, if it was requested.
    var userInfo: String?

    /// The claims to show, which are the newest.
    var claims: Claims? { Claims.unverified(ofJWT: policyIDToken ?? idToken) }

    /// The tokens after a refresh.
    func with(_ tokens: RefreshedTokens, now: Int64) -> SessionTokens {
        var next = self
        next.accessToken = AccessToken(tokens.accessToken, expires: tokens.expiry, now: now)
        next.refreshToken = tokens.refreshToken
        guard let refreshed = tokens.idToken else { return next }
        next.idToken = refreshed.raw
        next.policyIDToken = nil
        // If the name has changed since the grant's last token, it is the newest; otherwise the profile policy's may be
        // newer.
        let (before, name) = (Claims.unverified(ofJWT: idToken), refreshed.claims[string: "name"])
        if let before, let name, name != before[string: "name"], !name.allSatisfy(\.isWhitespace) {
            next.name = UserName.of(refreshed.claims, userInfo: nil)
        }
        return next
    }
}

/// Seals ``SessionTokens`` for the store, bound to session and authority, so that they can't be used for another row.
struct SessionTokenSeal: Sendable {
    private static let layout: UInt8 = 2

    let codec: SealedCookieCodec
    /// The name of the session's cookie.
    let name: String

    /// - Parameter expires: UNIX seconds at which the session ends.
    func seal(_ tokens: SessionTokens, of id: SessionID, authority: String, expires: Int64) throws(SealingError)
        -> [UInt8]
    {
        var writer = ByteWriter(capacity: 512 + tokens.idToken.utf8.count + tokens.accessToken.text.utf8.count)
        writer.append(Self.layout)
        writer.append(tokens.policy)
        writer.append(tokens.name)
        writer.append(tokens.accessToken)
        writer.append(tokens.idToken)
        for text in [tokens.refreshToken, tokens.policyIDToken, tokens.userInfo] { writer.append(text) }
        return try codec.sealBytes(writer.bytes, purpose: purpose(id, authority), expires: expires)
    }

    /// The tokens of a row; `nil` if they belong to another session, or their key was removed.
    func open(_ stored: StoredTokens, of id: SessionID, now: Int64) -> SessionTokens? {
        guard let bytes = codec.openBytes(stored.sealed, purpose: purpose(id, stored.authority), now: now) else {
            return nil
        }
        var reader = ByteReader(bytes)
        guard reader.uint8() == Self.layout, let policy = reader.optionalText(), let name = reader.text(),
            let accessToken = reader.accessToken(), let idToken = reader.text(),
            let refreshToken = reader.optionalText(), let policyIDToken = reader.optionalText(),
            let userInfo = reader.optionalText(), reader.isAtEnd
        else { return nil }
        return SessionTokens(
            policy: policy, name: name, accessToken: accessToken, refreshToken: refreshToken, idToken: idToken,
            policyIDToken: policyIDToken, userInfo: userInfo)
    }

    private func purpose(_ id: SessionID, _ authority: String) -> String {
        "\(name) tokens \(authority) \(Base64URL.encode(id.bytes))"
    }
}
