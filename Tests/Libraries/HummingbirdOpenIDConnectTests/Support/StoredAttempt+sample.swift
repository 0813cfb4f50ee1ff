import FoundationEssentials
import OpenIDConnect
import SiteTesting
import TestSupport

@testable import HummingbirdOpenIDConnect

extension StoredAttempt {
    static func sample(
        state: String = "state-0123456789-abcdefghijklmnopqrstuvwxyz", started: Int64 = TestClock.start,
        returnTo: String? = "/tasks?show=active", cause: Session.Cause = .refusedAccessToken
    ) -> StoredAttempt {
        StoredAttempt(
            attempt: SignInAttempt(
                state: state, nonce: "nonce", codeVerifier: "verifier", policy: "b2c_1_sign_in",
                issuer: FakeAuthority.issuer, started: Date(seconds: started), maxAge: 300),
            authority: "main", path: "/sign-in", returnTo: returnTo, cause: cause)
    }
}
