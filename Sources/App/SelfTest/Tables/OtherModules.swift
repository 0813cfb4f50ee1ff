import MisbehavingProvider

/// Modules outside the plans above that a relying party of the code flow can meet.
///
/// This relying party uses no other flow (`c_hash`), no registration, no mutual TLS, no token in UserInfo's body and no
/// session management by frames, so modules for these are not here.
enum OtherModules {
    static let modules: [Module] = [
        Module(name: "oidcc-client-test-form-post-error") { try await PostedErrorTrial.run(on: $0) },
        .refuses("oidcc-client-test-missing-aud", idToken: .noAudience) { $0.lacks("aud") },
        .refuses("oidcc-client-test-invalid-sig-hs256", idToken: .symmetricWithOtherSecret) { $0.algorithm == "HS256" },
        .refuses("oidcc-client-test-invalid-sig-es256", idToken: .damagedEllipticSignature) { $0.algorithm == "ES256" },
        // By the code flow `at_hash` is optional (OpenID Connect Core, section 3.1.3.6): it may be missing, but not be
        // wrong.
        .accepts("oidcc-client-test-missing-athash") { $0.token?.lacks("at_hash") == true },
        .refuses("oidcc-client-test-invalid-athash", idToken: .wrongAccessTokenHash) { $0.has("at_hash") },
        .accepts("oidcc-client-test-userinfo-bearer-header") {
            $0.requests(at: .userInfo).allSatisfy { $0.bearer != nil && $0["access_token"] == nil }
        },
        .accepts("oidcc-client-test-userinfo-signed", when: { $0.change { $0.userInfo = .signed } }) {
            $0.isUserInfoSigned
        },
        .accepts("oidcc-client-test-aggregated-claims", when: { $0.user.claims = aggregated }) {
            $0.token?.has("_claim_sources") == true
        },
        .accepts("oidcc-client-test-distributed-claims", when: { $0.user.claims = distributed($0) }) {
            $0.token?.has("_claim_sources") == true
        },
        // By the code flow a nonce is not required; this one sends one all the same.
        .accepts("oidcc-client-test-nonce-unless-code-flow") {
            let asked = $0.requests(at: .authorization).first?["nonce"]
            return asked?.isEmpty == false && $0.token?["nonce"] == asked
        },
    ]

    private static let aggregated: JSONMembers = [
        "_claim_names": .object(["address": "src1"]), "_claim_sources": .object(["src1": .object(["JWT": "a.b.c"])]),
    ]

    /// The source is a place of the provider's own, so that a call there would be one too many at UserInfo.
    private static func distributed(_ provider: ScriptedProvider) -> JSONMembers {
        let source: JSONMembers = [
            "endpoint": .string("\(provider.url)/elsewhere\(Endpoint.userInfo.rawValue)"),
            "access_token": "not-for-you",
        ]
        return [
            "_claim_names": .object(["payment_info": "src1"]), "_claim_sources": .object(["src1": .object(source)]),
        ]
    }
}
