import Foundation
import HTTPTransport
import Testing

@testable import OpenIDConnect

@Suite struct SecretValuesTests {
    @Test("Credentials, codes and tokens can be printed, reflected and dumped, and show nothing of themselves")
    func hidden() throws {
        let attempt = SignInAttempt(
            state: "hidden", nonce: "hidden", codeVerifier: "hidden", policy: nil, issuer: "https://id.example",
            started: Date(), maxAge: nil)
        let configuration = RelyingPartyConfiguration(
            authority: try Authority("https://id.example"), clientID: "app",
            redirectURI: "https://app.example/return", clientCredential: .secret("hidden"))
        let tokens = TokenSet(accessToken: "hidden", refreshToken: "hidden", idToken: "hidden")
        let claims = try #require(Claims(jsonObject: Array(#"{"iss":"https://id.example","sub":"hidden"}"#.utf8)))
        let identity = Identity(issuer: "https://id.example", subject: "hidden")
        let user = UserKeyRule(configuration.authority).key(of: claims)
        let idToken = VerifiedIDToken(
            raw: "hidden", claims: claims, identity: identity, user: try #require(user), expiry: Date())
        var error = OpenIDConnectError(.unidentifiedUser, "no user")
        error.newAccessToken = "hidden"
        error.newRefreshToken = "hidden"
        let values: [any Sendable] = [
            attempt, configuration, configuration.clientCredential, tokens, idToken,
            Grant(tokens: tokens, idToken: idToken, policy: nil), error, Optional(attempt),
            RefreshedTokens(accessToken: "hidden", refreshToken: "hidden", isRefreshTokenNew: true),
            StepUpChallenge(acrValues: "hidden", maxAge: nil, claims: #"{"hidden":1}"#),
            try AuthorizationResponse(parsing: FormBody([("code", "hidden"), ("state", "hidden")])),
        ]
        for value in values {
            var text = "\(value) \(String(reflecting: value))"
            dump(value, to: &text)
            #expect(!text.contains("hidden"))
        }
    }

    @Test("A sign-in under way can be stored as JSON")
    func stored() throws {
        let attempt = SignInAttempt(
            state: "s", nonce: "n", codeVerifier: "v", policy: "B2C_1_in", issuer: "https://id.example",
            started: Date(timeIntervalSince1970: 1_800_000_000), maxAge: 5, acrValues: "a b",
            isACREssential: true)
        #expect(try JSONDecoder().decode(SignInAttempt.self, from: JSONEncoder().encode(attempt)) == attempt)
    }

    @Test("A sign-in under way that was stored without isACREssential and optional values is read")
    func storedBefore() throws {
        let text = #"{"state":"s","nonce":"n","codeVerifier":"v","issuer":"https://id.example","started":5}"#
        let attempt = SignInAttempt(
            state: "s", nonce: "n", codeVerifier: "v", policy: nil, issuer: "https://id.example",
            started: Date(timeIntervalSinceReferenceDate: 5), maxAge: nil)
        #expect(try JSONDecoder().decode(SignInAttempt.self, from: Data(text.utf8)) == attempt)
        #expect(!attempt.isACREssential)
    }
}
