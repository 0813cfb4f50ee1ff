import HummingbirdOpenIDConnect
import Testing

@testable import TasksWeb

@Suite struct SignInKindTests {
    @Test("Without any policy there is the authority's own sign-in alone") func none() {
        #expect([SignInKind: String]().ways == [.signIn])
    }

    @Test("A policy that is not set has no way to sign in", arguments: SignInKind.allCases) func single(
        _ kind: SignInKind
    ) {
        #expect([kind: "p"].ways == [kind])
    }

    @Test("Policies are requested in the order of their kinds, and nothing but the authority itself without any")
    func requested() {
        let policies = SignInKind.allCases.reduce(into: [:]) { $0[$1] = "\($1)" }
        #expect(policies.requested == SignInKind.allCases.map { "\($0)" })
        #expect([SignInKind: String]().requested == [nil])
    }

    @Test("Each kind of sign-in has its documented path") func paths() {
        #expect(
            SignInKind.allCases.map(\.path) == [
                "/sign-in", "/sign-up", "/sign-in/facebook", "/password-reset", "/profile",
            ])
    }

    @Test("A password reset or a profile change starts no session") func purposes() {
        #expect(
            SignInKind.allCases.map(\.purpose) == [
                .signIn, .signUp, .alternativeSignIn, .passwordReset, .profileEdit,
            ])
    }
}
