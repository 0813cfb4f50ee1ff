import Encodings
import MisbehavingProvider

/// The front end before a tasks API that requires a stronger or fresher sign-in (RFC 9470; Entra's claims challenge).
enum StepUpSiteModules {
    private static let claims = #"{"access_token":{"acrs":{"essential":true,"value":"c1"}}}"#
    private static let authentication = #"Bearer error="insufficient_user_authentication""#

    static let modules: [Module] = [
        Module(name: "a step-up with acr_values and max_age (RFC 9470)") { try await stronger.run(on: $0) },
        Module(name: "a step-up with claims (Microsoft Entra)") { try await withClaims.run(on: $0) },
        Module(name: "a step-up that the API requires again") { try await endless.runTwice(on: $0) },
        refuses("a step-up with acr of another class", .weakerContext),
        refuses("a step-up without acr", .noContext),
        refuses("a step-up with an old auth_time", .oldAuthentication),
        refuses("a step-up without auth_time", .noAuthenticationTime),
        Module(name: "a step-up whose claims the provider ignores") {
            try await withClaims.runTwice(.ignoredClaims, on: $0)
        },
    ]

    private static let stronger = StepUpTrial(
        api: ChallengingTasksAPI(
            fields: [
                #"Basic realm="Bearer error=\"insufficient_claims\", claims=e30""#,
                #"DPoP algs="ES256", \#(authentication), acr_values="gold silver", max_age="300""#,
            ],
            accepts: { $0["acr"] == "gold" }),
        requested: ["gold silver", "300", nil])

    private static let withClaims = StepUpTrial(
        api: ChallengingTasksAPI(
            fields: [#"Bearer realm="", error="insufficient_claims", claims="\#(Base64URL.encode(claims.utf8))""#],
            accepts: { $0.strings("acrs") == ["c1"] }),
        requested: [nil, nil, claims])

    private static let endless = StepUpTrial(
        api: ChallengingTasksAPI(fields: ["\(authentication), max_age=300"], accepts: { _ in false }),
        requested: [nil, "300", nil])

    private static func refuses(_ name: String, _ response: StepUpResponse) -> Module {
        Module(name: name) { try await stronger.runRefused(response, on: $0) }
    }
}
