/// Writes a logout token, correct or with one fault (OpenID Connect Back-Channel Logout 1.0, section 2.4).
struct LogoutTokenWriter {
    private static let event = "http://schemas.openid.net/event/backchannel-logout"

    let issuer: String
    let client: RegisteredClient
    let keys: ProviderKeys
    let identifier: String
    /// The time of issue, in UNIX seconds.
    let now: Int

    func token(subject: String?, session: String?, _ change: LogoutTokenChange?) throws -> String {
        var claims: JSONMembers = [
            "iss": .string(issuer), "aud": .string(client.id), "iat": .int(now), "exp": .int(now + 120),
            "jti": .string(identifier),
            "events": .object([Self.event: .object([:])]),
        ]
        claims["sub"] = subject.map(JSON.string)
        claims["sid"] = session.map(JSON.string)
        if let change { alter(&claims, change, now: now) }
        return try signature(change).token(claims, type: "logout+jwt")
    }

    private func alter(_ claims: inout JSONMembers, _ change: LogoutTokenChange, now: Int) {
        switch change {
        case .wrongIssuer: claims["iss"] = "https://other.example"
        case .wrongAudience: claims["aud"] = "somebody-else"
        case .noEvent: claims["events"] = nil
        case .otherEvent: claims["events"] = .object(["http://schemas.openid.net/event/other": .object([:])])
        case .withNonce: claims["nonce"] = "a-nonce"
        case .noIdentifier: claims["jti"] = nil
        case .noIssueTime: claims["iat"] = nil
        case .expired: claims["exp"] = .int(now - 600)
        case .neitherSubjectNorSession:
            claims["sub"] = nil
            claims["sid"] = nil
        case .algorithmNone, .symmetric, .damagedSignature: break
        }
    }

    private func signature(_ change: LogoutTokenChange?) -> TokenSignature {
        switch change {
        case .algorithmNone: .none
        case .symmetric: .symmetric(client.secret ?? client.id, inTheNameOf: keys.signing)
        case .damagedSignature: .damaged(keys.signing)
        default: .honest(keys.signing)
        }
    }
}
