import Hummingbird
import HummingbirdTesting
import OpenIDConnectTesting
import Testing

@testable import Starter

@Suite struct StarterTests {
    @Test func `A user sees the name that the provider knows`() async throws {
        let test = try SignInTest()
        try await makeApplication(test.makeSignIn()).test(.router) { client in
            let alice = try await client.signIn(as: .alice, in: test)
            #expect(try await alice.get("/account").text.contains("Signed in as Alice"))
        }
    }

    @Test func `A browser without a session is sent to the provider`() async throws {
        let test = try SignInTest()
        try await makeApplication(test.makeSignIn()).test(.router) { client in
            let page = try await client.browser(in: test).visit("/account")
            #expect(page.text.contains("Signed in as"))
            #expect(test.provider.problems.isEmpty)
        }
    }

    @Test func `A copied cookie is worth nothing after the sign-out`() async throws {
        let test = try SignInTest()
        try await makeApplication(test.makeSignIn()).test(.router) { client in
            let alice = try await client.signIn(as: .alice, in: test)
            let thief = alice.copy()
            try await alice.signOut()
            #expect(try await thief.get("/account").location != nil)
        }
    }
}
