import HummingbirdOpenIDConnect
import Testing

@testable import TasksWeb

@Suite struct SignInKindTests {
    @Test("Without any policy there is the authority's own sign-in alone") func none() {
        #expect(TasksWebConfiguration.Policies().ways == [.signIn])
    }

    @Test("A policy that is not set has no way to sign in", arguments: SignInKind.allCases) func single(
        _ kind: SignInKind
    ) {
        let policies = TasksWebConfiguration.Policies(
            signIn: kind == .signIn ? "p" : nil, signUp: kind == .signUp ? "p" : nil,
            facebook: kind == .facebook ? "p" : nil,
            passwordReset: kind == .passwordReset ? "p" : nil, profileEdit: kind == .profileEdit ? "p" : nil)
        #expect(policies.ways == [kind])
        #expect(SignInKind.allCases.filter { policies[$0] == "p" } == [kind])
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
                .signIn, .alternativeSignIn, .alternativeSignIn, .passwordReset, .profileEdit,
            ])
    }
}
