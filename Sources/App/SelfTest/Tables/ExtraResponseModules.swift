import HTTPTransport
import MisbehavingProvider
import OpenIDConnect

/// Responses at the redirect URI and at the token endpoint that the plans don't try (RFC 6749; RFC 9207).
enum ExtraResponseModules {
    static let modules: [Module] = [
        .refuses("no state", redirect: .noState) { $0.count("state") == 0 && $0.count("code") == 1 },
        .refuses("a state that nobody asked with", redirect: .wrongState) {
            $0[single: "state"]?.hasPrefix("state-") == true
        },
        .refuses("state twice", redirect: .repeatedState) { $0.count("state") == 2 },
        .refuses("code twice", redirect: .repeatedCode) { $0.count("code") == 2 },
        .refuses("neither code nor error", redirect: .noCode) { $0.count("code") == 0 && $0.count("state") == 1 },
        .refuses("a code that was never issued", redirect: .madeUpCode, redeems: true) {
            $0[single: "code"]?.hasPrefix("made-up") == true
        },
        .refuses("no iss where it is promised (RFC 9207)", redirect: .noIssuer) {
            $0.count("iss") == 0 && $0.count("code") == 1
        },
        .refuses("another issuer's iss (RFC 9207)", redirect: .wrongIssuer) {
            $0[single: "iss"] == "https://other.example"
        },
        .accepts("parameters that nobody knows", when: { $0.change { $0.redirect = .furtherParameters } }) {
            $0.redirect.count("session_state") == 1
        },
        .accepts("no iss where it isn't promised", when: withoutPromise) { $0.redirect.count("iss") == 0 },
        .refuses("token_type mac", tokenResponse: .otherTokenType) { $0[string: "token_type"] == "mac" },
        .refuses("no token_type", tokenResponse: .noTokenType) { !$0.names.contains("token_type") },
        .refuses("no ID token", tokenResponse: .noIDToken) { !$0.names.contains("id_token") },
        .refuses("no access token", tokenResponse: .noAccessToken) { !$0.names.contains("access_token") },
        .refuses("an access token with a line end", tokenResponse: .oddAccessToken) {
            $0[string: "access_token"]?.contains("\r\n") == true
        },
        .accepts("token_type bearer in lower case", tokenResponse: .lowerCaseTokenType) {
            $0[string: "token_type"] == "bearer"
        },
        .accepts("expires_in that is a string", tokenResponse: .lifetimeAsText) { $0[string: "expires_in"] == "3600" },
        .accepts("no expires_in", tokenResponse: .noLifetime) { !$0.names.contains("expires_in") },
        .accepts("no refresh token", tokenResponse: .noRefreshToken) { !$0.names.contains("refresh_token") },
    ]

    @Sendable private static func withoutPromise(_ provider: ScriptedProvider) {
        provider.change {
            $0.metadata["authorization_response_iss_parameter_supported"] = false
            $0.redirect = .noIssuer
        }
    }
}
