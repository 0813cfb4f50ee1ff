import HTTPTransport
import MisbehavingProvider

/// Answers at the redirect URI and at the token endpoint that the plans don't try (RFC 6749; RFC 9207).
enum BeyondAnswers {
    static let modules: [Module] = [
        .refuses("no state", answer: .noState) { $0.count("state") == 0 && $0.count("code") == 1 },
        .refuses("a state that nobody asked with", answer: .wrongState) { $0[single: "state"]?.hasPrefix("state-") == true },
        .refuses("state twice", answer: .repeatedState) { $0.count("state") == 2 },
        .refuses("code twice", answer: .repeatedCode) { $0.count("code") == 2 },
        .refuses("neither code nor error", answer: .noCode) { $0.count("code") == 0 && $0.count("state") == 1 },
        .refuses("a code that was never issued", answer: .madeUpCode, redeems: true) { $0[single: "code"]?.hasPrefix("made-up") == true },
        .refuses("no iss where it is promised (RFC 9207)", answer: .noIssuer) { $0.count("iss") == 0 && $0.count("code") == 1 },
        .refuses("another issuer's iss (RFC 9207)", answer: .wrongIssuer) { $0[single: "iss"] == "https://other.example" },
        .accepts("parameters that nobody knows", when: { $0.change { $0.redirect = .furtherParameters } }) {
            $0.answer.count("session_state") == 1
        },
        .accepts("no iss where it isn't promised", when: withoutPromise) { $0.answer.count("iss") == 0 },
        .refuses("token_type mac", tokenAnswer: .otherTokenType),
        .refuses("no token_type", tokenAnswer: .noTokenType),
        .refuses("no ID token", tokenAnswer: .noIDToken),
        .refuses("no access token", tokenAnswer: .noAccessToken),
        .refuses("an access token with a line end", tokenAnswer: .oddAccessToken),
        .accepts("token_type bearer in lower case", tokenAnswer: .lowerCaseTokenType),
        .accepts("expires_in that is a string", tokenAnswer: .lifetimeAsText),
        .accepts("no expires_in", tokenAnswer: .noLifetime),
        .accepts("no refresh token", tokenAnswer: .noRefreshToken),
    ]

    @Sendable private static func withoutPromise(_ provider: MisbehavingProvider) {
        provider.change {
            $0.metadata["authorization_response_iss_parameter_supported"] = false
            $0.redirect = .noIssuer
        }
    }
}
