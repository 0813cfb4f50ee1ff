import Crypto
import Encodings

/// Writes an ID token, correct or with one fault.
struct IDTokenWriter {
    /// The reason for the token.
    enum Origin: Equatable {
        case code(String)
        case refresh
    }

    let grant: IssuedGrant
    let issuer: String
    let client: RegisteredClient
    let keys: ProviderKeys
    let accessToken: String
    let origin: Origin
    let user: ScriptedUser
    let sessionExpiry: SessionExpiry?
    /// The time of issue, in UNIX seconds.
    let now: Int
    /// Claims that are other than they should be.
    let claims: JSONMembers
    /// Members of the header that are other than they should be.
    let header: JSONMembers

    func token(_ change: IDTokenChange?) throws -> String {
        var claims = honestClaims
        if let change { alter(&claims, change) }
        claims = claims.with(self.claims)
        if change == .repeatedClaim { claims.members.append(JSONMembers.Member("sub", .string(user.subject))) }
        let signature = try signature(change)
        // Joined, not merged: a `null` has to reach the usual header to take something out of it.
        let header = JSONMembers(self.header.members + header(change).members)
        switch change {
        case .claimsAreArray: return try TokenSignature.honest(keys.signing).token(payload: [.object(claims)])
        case .notThreeParts: return try signature.token(claims).split(separator: ".").prefix(2).joined(separator: ".")
        case .notBase64:
            return "no*base64.\(try signature.token(claims).split(separator: ".").dropFirst().joined(separator: "."))"
        default: return try signature.token(claims, header: header)
        }
    }

    private var honestClaims: JSONMembers {
        var claims: JSONMembers = [
            "iss": .string(issuer), "aud": .string(client.id), "iat": .int(now), "nbf": .int(now),
            "exp": .int(now + 3600),
        ]
        claims = claims.with(grant.authentication.claims)
        claims["sid"] = .string(grant.session)
        claims["session_expiry"] = sessionExpiry?.claim(at: now)
        claims["nonce"] = origin == .refresh ? nil : grant.nonce.map(JSON.string)
        claims["tfp"] = grant.policy.map(JSON.string)
        return claims.with(user.allClaims)
    }

    private func alter(_ claims: inout JSONMembers, _ change: IDTokenChange) {
        let other: JSON = "somebody-else"
        switch change {
        case .wrongIssuer: claims["iss"] = "https://other.example"
        case .issuerWithSlash: claims["iss"] = .string(issuer + "/")
        case .noIssuer: claims["iss"] = nil
        case .noSubject: claims["sub"] = nil
        case .emptySubject: claims["sub"] = ""
        case .numericSubject: claims["sub"] = 7
        case .longSubject: claims["sub"] = .string(String(repeating: "s", count: 256))
        case .wrongAudience: claims["aud"] = other
        case .noAudience: claims["aud"] = nil
        case .emptyAudience: claims["aud"] = []
        case .audienceAsList: claims["aud"] = [.string(client.id)]
        case .severalAudiencesWithoutParty: claims["aud"] = [.string(client.id), other]
        case .severalAudiencesWithOtherParty:
            claims["aud"] = [.string(client.id), other]
            claims["azp"] = other
        case .severalAudiencesWithParty:
            claims["aud"] = [other, .string(client.id)]
            claims["azp"] = .string(client.id)
        case .wrongAuthorizedParty: claims["azp"] = other
        case .ownAuthorizedParty: claims["azp"] = .string(client.id)
        case .noIssueTime: claims["iat"] = nil
        case .issuedInFuture: claims["iat"] = .int(now + 600)
        case .expired: claims["exp"] = .int(now - 600)
        case .noExpiry: claims["exp"] = nil
        case .expiryAsText: claims["exp"] = .string("\(now + 3600)")
        case .expiryBeyondAllTime: claims["exp"] = .number("1e300")
        case .notYetValid: claims["nbf"] = .int(now + 600)
        case .fractionalTimes:
            claims["iat"] = .number("\(now).5")
            claims["exp"] = .number("\(now + 3600).25")
            claims["auth_time"] = .number("\(now).75")
        case .skewedClock:
            claims["iat"] = .int(now + 30)
            claims["nbf"] = .int(now + 30)
        case .noNonce: claims["nonce"] = nil
        case .wrongNonce: claims["nonce"] = other
        case .wrongAccessTokenHash: claims["at_hash"] = .string(Self.hash("another access token"))
        case .wrongCodeHash: claims["c_hash"] = .string(Self.hash("another code"))
        case .rightHashes:
            claims["at_hash"] = .string(Self.hash(accessToken))
            if case .code(let code) = origin { claims["c_hash"] = .string(Self.hash(code)) }
        case .wrongPolicy: claims["tfp"] = "b2c_1_of_somebody_else"
        case .policyInOtherCase:
            if case .string(let policy) = claims["tfp"] { claims["tfp"] = .string(policy.uppercased()) }
        case .policyAsContext:
            claims["acr"] = claims["tfp"]
            claims["tfp"] = nil
        case .unknownClaims:
            claims["https://example.com/any"] = .object(["deep": [.object(["er": .null]), .number("1.5")]])
        case .distributedClaims:
            claims["_claim_names"] = .object(["payment_info": "src1", "address": "src2"])
            claims["_claim_sources"] = .object([
                "src1": .object(["endpoint": "https://other.example/claims", "access_token": "not-for-you"]),
                "src2": .object(["JWT": "a.b.c"]),
            ])
        case .noName: claims["name"] = nil
        case .algorithmNone, .algorithmUnknown, .damagedSignature, .damagedEllipticSignature, .foreignKey,
            .unknownKeyName,
            .symmetricWithSecret, .symmetricWithOtherSecret, .symmetricWithPublicKey, .criticalExtension, .wrongType,
            .repeatedClaim,
            .claimsAreArray, .notThreeParts, .notBase64, .ellipticCurve, .noKeyName:
            break
        }
    }

    private func signature(_ change: IDTokenChange?) throws -> TokenSignature {
        switch change {
        case .algorithmNone: .none
        case .damagedSignature: .damaged(keys.signing)
        case .damagedEllipticSignature: .damaged(keys.elliptic)
        case .foreignKey: .forged(by: try ProviderKeys.foreign(id: "foreign"), inTheNameOf: keys.signing)
        case .symmetricWithSecret: .symmetric(client.secret ?? client.id, inTheNameOf: keys.signing)
        case .symmetricWithOtherSecret: .symmetric("another secret", inTheNameOf: keys.signing)
        case .symmetricWithPublicKey: .symmetric(keys.signing.publicPEM, inTheNameOf: keys.signing)
        case .ellipticCurve: .honest(keys.elliptic)
        default: .honest(keys.signing)
        }
    }

    private func header(_ change: IDTokenChange?) -> JSONMembers {
        switch change {
        case .algorithmUnknown: ["alg": "XS256"]
        case .unknownKeyName: ["kid": "nobody-knows"]
        case .noKeyName: ["kid": .null]
        case .criticalExtension: ["crit": ["exp"]]
        case .wrongType: ["typ": "logout+jwt"]
        default: [:]
        }
    }

    /// `at_hash` and `c_hash` for RS256 (OpenID Connect Core, section 3.1.3.6).
    private static func hash(_ text: String) -> String {
        Base64URL.encode(SHA256.hash(data: Array(text.utf8)).prefix(16))
    }
}
