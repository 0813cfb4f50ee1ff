import FoundationEssentials
import OpenIDConnect

@testable import TasksWeb

extension PendingSignIn {
    static func sample(
        state: String = "state-0123456789-abcdefghijklmnopqrstuvwxyz", kind: SignInKind = .signIn,
        begun: Int64 = TestClock.start,
        returnTo: String? = "/tasks?show=active"
    ) -> PendingSignIn {
        PendingSignIn(
            attempt: SignInAttempt(
                state: state, nonce: "nonce", codeVerifier: "verifier", policy: "b2c_1_sign_in",
                issuer: FakeAuthority.issuer,
                begun: Date(timeIntervalSince1970: TimeInterval(begun)), maxAge: 300),
            kind: kind, returnTo: returnTo, followsRefusal: true)
    }
}
