import Encodings
import Logging
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
    /// The public key of the device that the session is bound to, 64 bytes.
    var deviceKey: [UInt8]?
    /// UNIX seconds at which the session ends at the latest, if a refreshed ID token brought that forward.
    var sessionExpiry: Int64?

    /// The claims to show, which are the newest.
    var claims: Claims? { Claims.unverified(ofJWT: policyIDToken ?? idToken) }

    /// The tokens after a refresh.
    func with(_ tokens: RefreshedTokens, now: Int64) -> SessionTokens {
        var next = self
        next.accessToken = AccessToken(tokens.accessToken, expires: tokens.expiry, now: now)
        next.refreshToken = tokens.refreshToken
        guard let refreshed = tokens.idToken else { return next }
        next.limit(to: refreshed.sessionExpiry)
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

    /// The log's line for a `session_expiry` that is ignored.
    static let unusableExpiry: Logger.Message = "session_expiry is not used, because it is no number, or after 2100"

    /// Brings the end of the session forward, never back.
    mutating func limit(to end: Int64?) {
        guard let end else { return }
        sessionExpiry = min(sessionExpiry ?? end, end)
    }
}

/// Seals ``SessionTokens`` for the store, bound to session and authority, so that they can't be used for another row.
struct SessionTokenSeal: Sendable {
    private static let layout: UInt8 = 3
    /// The layout before, which ends with ``SessionTokens/userInfo``.
    private static let layoutBefore: UInt8 = 2

    let codec: SealedCookieCodec
    /// The name of the session's cookie.
    let name: String

    /// - Parameter expires: UNIX seconds at which the session ends.
    func seal(_ tokens: SessionTokens, of id: SessionID, authority: String, expires: Int64) throws(SealingError)
        -> [UInt8]
    {
        var writer = ByteWriter(capacity: 512 + tokens.idToken.utf8.count + tokens.accessToken.text.utf8.count)
        // A process of the version before reads tokens that have nothing new.
        let isNew = tokens.deviceKey != nil || tokens.sessionExpiry != nil
        writer.append(isNew ? Self.layout : Self.layoutBefore)
        writer.append(tokens.policy)
        writer.append(tokens.name)
        writer.append(tokens.accessToken)
        writer.append(tokens.idToken)
        for text in [tokens.refreshToken, tokens.policyIDToken, tokens.userInfo] { writer.append(text) }
        if isNew {
            writer.append(tokens.deviceKey.map { Base64URL.encode($0) })
            writer.append(tokens.sessionExpiry ?? .max)
        }
        return try codec.sealBytes(writer.bytes, purpose: purpose(id, authority), expires: expires)
    }

    /// The tokens of a row; `nil` if they belong to another session, or their key was removed.
    func open(_ stored: StoredTokens, of id: SessionID, now: Int64) -> SessionTokens? {
        guard let bytes = codec.openBytes(stored.sealed, purpose: purpose(id, stored.authority), now: now) else {
            return nil
        }
        var reader = ByteReader(bytes)
        guard let layout = reader.uint8(), layout == Self.layout || layout == Self.layoutBefore,
            let policy = reader.optionalText(), let name = reader.text(),
            let accessToken = reader.accessToken(), let idToken = reader.text(),
            let refreshToken = reader.optionalText(), let policyIDToken = reader.optionalText(),
            let userInfo = reader.optionalText()
        else { return nil }
        var tokens = SessionTokens(
            policy: policy, name: name, accessToken: accessToken, refreshToken: refreshToken, idToken: idToken,
            policyIDToken: policyIDToken, userInfo: userInfo)
        if layout == Self.layout {
            guard let key = reader.optionalText(), let end = reader.int64() else { return nil }
            tokens.deviceKey = key.flatMap { Base64URL.decode($0) }
            tokens.sessionExpiry = end == .max ? nil : end
        }
        return reader.isAtEnd ? tokens : nil
    }

    private func purpose(_ id: SessionID, _ authority: String) -> String {
        "\(name) tokens \(authority) \(Base64URL.encode(id.bytes))"
    }
}
