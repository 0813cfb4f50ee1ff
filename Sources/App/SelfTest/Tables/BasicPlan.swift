import HTTPTypes
import MisbehavingProvider
import OpenIDConnect

/// The basic plan, and the same by form post.
enum BasicPlan {
    static func modules(_ variant: Variant) -> [Module] {
        [
            .accepts("oidcc-client-test", variant) { $0.token?.algorithm == "RS256" },
            .refuses("oidcc-client-test-invalid-iss", variant, idToken: .wrongIssuer) {
                $0["iss"] == "https://other.example"
            },
            .refuses("oidcc-client-test-missing-sub", variant, idToken: .noSubject) { $0.lacks("sub") },
            .refuses("oidcc-client-test-invalid-aud", variant, idToken: .wrongAudience) {
                $0["aud"] == "somebody-else"
            },
            .refuses("oidcc-client-test-missing-iat", variant, idToken: .noIssueTime) { $0.lacks("iat") },
            .accepts("oidcc-client-test-kid-absent-single-jwks", variant, idToken: .noKeyName) {
                $0.isReadable && $0.keyName == nil
            },
            .signIn("oidcc-client-test-kid-absent-multiple-jwks", variant, .acceptedOrRefused, withoutNameBesideAnother)
            {
                $0.token?.isReadable == true && $0.token?.keyName == nil && $0.keySet.contains(#""kid":"another""#)
            },
            .accepts("oidcc-client-test-idtoken-sig-rs256", variant) { $0.token?.algorithm == "RS256" },
            .refuses("oidcc-client-test-idtoken-sig-none", variant, idToken: .algorithmNone) { $0.algorithm == "none" },
            .refuses("oidcc-client-test-invalid-sig-rs256", variant, idToken: .damagedSignature) {
                $0.algorithm == "RS256"
            },
            .refuses("oidcc-client-test-userinfo-invalid-sub", variant, userInfo: .otherSubject) {
                $0.userInfo?[string: "sub"] == "somebody-else"
            },
            .refuses("oidcc-client-test-nonce-invalid", variant, idToken: .wrongNonce) {
                $0["nonce"] == "somebody-else"
            },
            .accepts("oidcc-client-test-scope-userinfo-claims", variant) { asksForClaims($0) },
            .accepts(
                "oidcc-client-test-client-secret-basic", variant,
                when: { $0.client.authentication = "client_secret_basic" }
            ) {
                $0.requests(at: .token).allSatisfy { $0.headerFields[.authorization]?.hasPrefix("Basic ") == true }
            },
        ]
    }

    @Sendable private static func withoutNameBesideAnother(_ provider: ScriptedProvider) {
        provider.change {
            $0.keys = .besideAnother
            $0.idToken = .noKeyName
        }
    }

    private static func asksForClaims(_ record: SignInRecord) -> Bool {
        let scopes = record.requests(at: .authorization).first?["scope"]?.split(separator: " ") ?? []
        return !Set(scopes).isDisjoint(with: ["profile", "email", "phone", "address"])
    }
}
