import MisbehavingProvider

/// ID tokens whose signature or form the plans don't try (RFC 7515; RFC 8725).
enum ExtraIDTokenFormModules {
    static let refused: [Module] = [
        .refuses("HS256 made with the client's secret", idToken: .symmetricWithSecret) { $0.algorithm == "HS256" },
        .refuses("HS256 made with the provider's public key", idToken: .symmetricWithPublicKey) {
            $0.algorithm == "HS256"
        },
        .refuses("an algorithm that nobody knows", idToken: .algorithmUnknown) { $0.algorithm == "XS256" },
        .refuses("signed with another's key in the name of the provider's", idToken: .foreignKey) {
            $0.algorithm == "RS256"
        },
        .refuses("kid of a key that nobody has", idToken: .unknownKeyName) { $0.keyName == "nobody-knows" },
        .refuses("crit in the header", idToken: .criticalExtension) { $0.headerHas("crit") },
        .refuses("a token of another type", idToken: .wrongType) { $0.type == "logout+jwt" },
        .refuses("a claim that occurs twice", idToken: .repeatedClaim) { $0.partCount == 3 && !$0.isReadable },
        .refuses("claims that are a list", idToken: .claimsAreArray) { $0.partCount == 3 && !$0.isReadable },
        .refuses("a token of two parts", idToken: .notThreeParts) { $0.partCount == 2 },
        .refuses("a header that is no base64url", idToken: .notBase64) { $0.raw.hasPrefix("no*base64") },
    ]

    static let accepted: [Module] = [
        .accepts("ES256", idToken: .ellipticCurve) { $0.algorithm == "ES256" }
    ]
}

/// ID tokens by an Azure AD B2C policy: its policies share one issuer, and only a claim distinguishes them.
enum ExtraPolicyModules {
    static let modules: [Module] = [
        .refuses("another policy's ID token", .policy, idToken: .wrongPolicy) { $0["tfp"] == "b2c_1_of_somebody_else" },
        .accepts("the policy in capitals", .policy, idToken: .policyInOtherCase) { $0["tfp"] == "B2C_1_SIGN_IN" },
        .accepts("the policy in acr, as old policies have it", .policy, idToken: .policyAsContext) {
            $0["acr"] == "b2c_1_sign_in" && $0.lacks("tfp")
        },
    ]
}
