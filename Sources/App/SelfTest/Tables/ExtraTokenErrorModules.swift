import MisbehavingProvider
import OpenIDConnect

/// Errors of the token endpoint, each at a sign-in and at a refresh (RFC 6749, section 5.2; Microsoft's codes).
enum ExtraTokenErrorModules {
    private static let claims = #"{"access_token":{"acrs":{"essential":true,"value":"c1"}}}"#

    static let modules: [Module] = [
        error(
            "interaction_required with claims", .entraError(50076, "interaction_required", claims: claims),
            interaction(claims, nil)),
        error(
            "claims that are no JSON object", .entraError(50076, "interaction_required", claims: "[]"),
            interaction(nil, nil)),
        error("login_required", .error("login_required"), interaction(nil, nil)),
        error("consent_required", .entraError(65001, "consent_required"), interaction(nil, nil)),
        error(
            "a sign-in that is too old (AADSTS70043)", .entraError(70043, "invalid_grant"), interaction(nil, "login")),
        error(
            "a second factor that has expired (AADSTS50078)", .entraError(50078, "invalid_grant"),
            interaction(nil, "login")),
        error("invalid_client", .error("invalid_client"), .configuration(.clientSecret)),
        error("unauthorized_client", .error("unauthorized_client"), .configuration(.clientID)),
        error(
            "a secret that has expired (AADSTS7000222)", .entraError(7_000_222, "invalid_client"),
            .configuration(.clientSecret)),
        error(
            "a redirect URI that isn't registered (AADSTS50011)", .entraError(50011, "invalid_grant"),
            .configuration(.redirectURI)),
        error("invalid_scope", .error("invalid_scope"), .configuration(.scopes)),
        error("429 with Retry-After", .busy(429, retryAfter: "7"), .temporarilyUnavailable(retryAfter: 7)),
        error("503 without Retry-After", .busy(503, retryAfter: nil), .temporarilyUnavailable(retryAfter: 30)),
        Module(name: "an error that repeats what was sent") { try await TokenErrorTrial.runEcho(on: $0) },
        Module(name: "the browser goes back to the provider with claims") { try await InteractionTrial.run(on: $0) },
        Module(name: "the browser goes back to the provider once") { try await InteractionTrial.runTwice(on: $0) },
        Module(name: "a wrong redirect URI or scope that the browser brings back") {
            try await WrongSettingTrial.run(on: $0)
        },
        Module(name: "access_denied with a code") { try await AccessDeniedTrial.run(on: $0) },
    ]

    private static func interaction(_ claims: String?, _ prompt: String?) -> OpenIDConnectError.Kind {
        .interactionRequired(claims: claims, prompt: prompt)
    }

    private static func error(_ name: String, _ change: TokenResponseChange, _ kind: OpenIDConnectError.Kind) -> Module
    {
        Module(name: name) { try await TokenErrorTrial(change: change, kind: kind).run(on: $0) }
    }
}
