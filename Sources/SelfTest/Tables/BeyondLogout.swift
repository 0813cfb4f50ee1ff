import MisbehavingProvider

/// Logout tokens and initiated sign-ins that the plans don't try.
enum BeyondLogout {
    static let modules: [Module] = [
        BackChannelLogoutPlan.refuses("a logout token with a wrong signature", .damagedSignature) { $0.isReadable },
        BackChannelLogoutPlan.refuses("a logout token without jti", .noIdentifier) { $0.lacks("jti") },
        BackChannelLogoutPlan.refuses("a logout token without iat", .noIssueTime) { $0.lacks("iat") },
        BackChannelLogoutPlan.refuses("a logout token that is over", .expired) { $0.number("exp") < $0.number("iat") },
        BackChannelLogoutPlan.refuses("a logout token with neither sub nor sid", .neitherSubjectNorSession) {
            $0.lacks("sub") && $0.lacks("sid")
        },
        Module(name: "a logout token used twice") { try await BackChannelTrial.runTwice(on: $0) },
        Module(name: "a sign-in initiated in another issuer's name") {
            try await InitiatedLoginTrial.runFromAnotherIssuer(on: $0)
        },
        Module(name: "a sign-in initiated with a target elsewhere") {
            try await InitiatedLoginTrial.runToAnotherSite(on: $0)
        },
    ]
}
