import MisbehavingProvider

/// ID tokens whose claims the plans don't try (OpenID Connect Core, section 3.1.3.7).
enum ExtraIDTokenClaimModules {
    static let refused: [Module] = [
        .refuses("at_hash of another access token", idToken: .wrongAccessTokenHash) { $0.has("at_hash") },
        .refuses("c_hash of another code", idToken: .wrongCodeHash) { $0.has("c_hash") },
        .refuses("iss with a slash too many", idToken: .issuerWithSlash) { $0["iss"]?.hasSuffix("/") == true },
        .refuses("no iss", idToken: .noIssuer) { $0.lacks("iss") },
        .refuses("empty sub", idToken: .emptySubject) { $0["sub"] == "" },
        .refuses("sub that is a number", idToken: .numericSubject) { $0.number("sub") == 7 },
        .refuses("sub of 256 characters", idToken: .longSubject) { $0["sub"]?.utf8.count == 256 },
        .refuses("aud that is an empty list", idToken: .emptyAudience) { $0.has("aud") && $0.strings("aud").isEmpty },
        .refuses("several audiences without azp", idToken: .severalAudiencesWithoutParty) {
            $0.strings("aud").count == 2 && $0.lacks("azp")
        },
        .refuses("several audiences and another's azp", idToken: .severalAudiencesWithOtherParty) {
            $0.strings("aud").count == 2 && $0["azp"] == "somebody-else"
        },
        .refuses("another's azp", idToken: .wrongAuthorizedParty) { $0["azp"] == "somebody-else" },
        .refuses("iat in the future by more than the skew", idToken: .issuedInFuture) {
            $0.number("iat") > $0.number("nbf") + 60
        },
        .refuses("nbf in the future by more than the skew", idToken: .notYetValid) {
            $0.number("nbf") > $0.number("iat") + 60
        },
        .refuses("exp in the past by more than the skew", idToken: .expired) {
            $0.number("exp") < $0.number("iat") - 60
        },
        .refuses("no exp", idToken: .noExpiry) { $0.lacks("exp") },
        .refuses("exp that is a string", idToken: .expiryAsText) { $0["exp"] != nil },
        .refuses("exp of 1e300", idToken: .expiryBeyondAllTime) { $0.number("exp") == 1e300 },
        .refuses("no nonce", idToken: .noNonce) { $0.lacks("nonce") },
    ]

    static let accepted: [Module] = [
        .accepts("aud that is a list of one", idToken: .audienceAsList) {
            $0["aud"] == nil && $0.strings("aud").count == 1
        },
        .accepts("several audiences with our azp", idToken: .severalAudiencesWithParty) {
            $0.strings("aud").count == 2 && $0.strings("aud").contains($0["azp"] ?? "")
        },
        .accepts("our azp", idToken: .ownAuthorizedParty) { $0["azp"] != nil && $0["azp"] == $0["aud"] },
        .accepts("right at_hash and c_hash", idToken: .rightHashes) { $0.has("at_hash") && $0.has("c_hash") },
        .accepts("times with fractions", idToken: .fractionalTimes) { $0.number("exp") != $0.number("exp").rounded() },
        .accepts("a clock ahead by less than the skew", idToken: .skewedClock) {
            $0.number("exp") - $0.number("iat") < 3600
        },
        .accepts("claims that nobody knows", idToken: .unknownClaims) { $0.has("https://example.com/any") },
        .accepts("an ID token that names nobody", idToken: .noName) { $0.lacks("name") },
    ]
}
