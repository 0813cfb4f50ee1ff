import MisbehavingProvider

/// ID tokens by an Azure AD B2C policy: its policies share one issuer, and a claim alone tells them apart.
enum BeyondPolicies {
    static let modules: [Module] = [
        .refuses("another policy's ID token", .policy, idToken: .wrongPolicy) { $0["tfp"] == "b2c_1_of_somebody_else" },
        .accepts("the policy in capitals", .policy, idToken: .policyInOtherCase) { $0["tfp"] == "B2C_1_SIGN_IN" },
        .accepts("the policy in acr, as old policies have it", .policy, idToken: .policyAsContext) {
            $0["acr"] == "b2c_1_sign_in" && $0.lacks("tfp")
        },
    ]
}
