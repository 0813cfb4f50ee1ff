import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import OpenIDConnect

/// Keys, UserInfo, refreshes and requests that the plans don't try.
enum ExtraProviderModules {
    static let modules: [Module] = [
        .refuses("no key at all", when: { $0.change { $0.keys = .emptySet } }) {
            $0.token != nil && $0.keySet == #"{"keys":[]}"#
        },
        .refuses("the key is for encryption", when: { $0.change { $0.keys = .forEncryption } }) {
            $0.token != nil && $0.keySet.contains(#""use":"enc""#) && !$0.keySet.contains(#""use":"sig""#)
        },
        .refuses("the key is for another algorithm", when: { $0.change { $0.keys = .otherAlgorithm } }) {
            $0.token?.algorithm == "RS256" && $0.keySet.contains("RS512") && !$0.keySet.contains("RS256")
        },
        .accepts("useless keys beside the right one", when: { $0.change { $0.keys = .besideUselessOnes } }) {
            $0.keySet.contains("off-the-curve")
        },
        .accepts("keys without names", when: { $0.change { $0.keys = .withoutNames } }) {
            $0.token?.isReadable == true && $0.token?.keyName == nil && !$0.keySet.contains("kid") && !$0.keySet.isEmpty
        },
        .accepts("a key without a name, and a token that names one", when: { $0.change { $0.keys = .unnamed } }) {
            $0.token?.keyName != nil && !$0.keySet.contains("kid") && !$0.keySet.isEmpty
        },
        .accepts(
            "coordinates with a zero octet in front",
            when: {
                $0.change {
                    $0.keys = .signedCoordinates
                    $0.idToken = .ellipticCurve
                }
            }
        ) { $0.token?.algorithm == "ES256" && $0.keySet.contains(#""x":"A"#) },
        .accepts(
            "keys for requests that accept the type of key sets",
            when: { $0.change { $0.keys = .forWhoAcceptsKeySets } }
        ) { !$0.keySet.isEmpty },
        .refuses("UserInfo without sub", userInfo: .noSubject) { $0.userInfo?.names.contains("sub") == false },
        .refuses("UserInfo with a wrong signature", userInfo: .signedWrongly) { $0.isUserInfoSigned },
        .refuses("UserInfo for another client", userInfo: .signedForAnother) {
            $0.isUserInfoSigned && $0.userInfo?[string: "aud"] == "somebody-else"
        },
        RefreshTokenPlan.refresh(
            "a refreshed ID token with a wrong signature", { $0.refreshedIDToken = .damagedSignature }
        ) {
            $1.isReadable && $0.isReadable
        },
        RefreshTokenPlan.refresh("a refreshed ID token for another client", { $0.refreshedIDToken = .wrongAudience }) {
            token, _ in
            token["aud"] == "somebody-else"
        },
        RefreshTokenPlan.refresh("a refreshed ID token with another nonce", { $0.refreshedIDToken = .wrongNonce }) {
            token, first in
            token["nonce"] != nil && token["nonce"] != first["nonce"]
        },
        .accepts("client_secret_post", when: { $0.metadata(authentication: "client_secret_post") }) {
            $0.requests(at: .token).allSatisfy {
                $0.headerFields[.authorization] == nil && $0.form.count("client_secret") == 1
            }
        },
        .accepts(
            "authorization requests may be pushed (RFC 9126)", when: { $0.change { $0.pushedRequests = .offered } }
        ) { isPushed($0) },
        .accepts(
            "authorization requests must be pushed (RFC 9126)", when: { $0.change { $0.pushedRequests = .required } }
        ) {
            isPushed($0)
        },
        .accepts(
            "pushed requests are refused and not required (RFC 9126)",
            when: {
                $0.change {
                    $0.pushedRequests = .offered
                    $0.pushedRequestFault = .notFound
                }
            }
        ) {
            $0.requests(at: .pushedRequest).count == 1
                && $0.requests(at: .authorization).first?.query[single: "code_challenge"] != nil
        },
        .accepts("access tokens that are no JWTs", when: { $0.change { $0.opaqueAccessTokenLength = 30 } }) {
            $0.requests(at: .userInfo).first?.bearer?.hasPrefix("opaque-") == true
        },
    ]

    private static func isPushed(_ record: SignInRecord) -> Bool {
        let asked = record.requests(at: .authorization).first?.query.fields.map(\.name) ?? []
        return record.requests(at: .pushedRequest).count == 1 && Set(asked) == ["client_id", "request_uri"]
    }
}

extension ScriptedProvider {
    /// Takes and offers one way to prove oneself only.
    fileprivate func metadata(authentication: String) {
        client.authentication = authentication
        change { $0.metadata["token_endpoint_auth_methods_supported"] = [.string(authentication)] }
    }
}
