import HTTPTypes
import HummingbirdTesting
import OpenIDConnect
import OpenIDConnectTesting
import Testing

@Suite struct SignInTestTests {
    @Test("A user who has signed in sees their name, with and without a socket", arguments: [false, true])
    func name(isLive: Bool) async throws {
        let test = try SignInTest()
        try await Notebook.build(test.makeSignIn()).test(isLive ? .live : .router) { client in
            let alice = try await client.signIn(as: .alice, in: test)
            #expect(try await alice.get("/account").text == "You are Alice.")
        }
        #expect(test.provider.problems == [])
    }

    @Test("A user who isn't signed in is sent to the provider, and returns to the page") func notSignedIn() async throws
    {
        let test = try SignInTest()
        try await Notebook.build(test.makeSignIn()).test(.router) { client in
            let browser = client.browser(of: .bob, in: test)
            let page = try await browser.get("/account")
            #expect(page.status == .seeOther && page.location == "/sign-in?returnTo=%2Faccount")
            #expect(try await browser.fetch("/account").status == .unauthorized)
            #expect(try await browser.visit("/account").text == "You are Bob.")
        }
    }

    @Test("A user has the claims that the test chose") func claims() async throws {
        let test = try SignInTest()
        let ada = ScriptedUser(subject: "ada", name: "Ada", claims: ["department": "Engines"])
        try await Notebook.build(test.makeSignIn()).test(.router) { client in
            let browser = try await client.signIn(as: ada, in: test)
            #expect(try await browser.get("/account").text == "You are Ada.")
            #expect(try await browser.get("/department").text == "Engines")
        }
    }

    @Test("Each browser remains its user's, also if both sign in again") func twoUsers() async throws {
        let test = try SignInTest()
        try await Notebook.build(test.makeSignIn()).test(.router) { client in
            let alice = try await client.signIn(as: .alice, in: test)
            let bob = try await client.signIn(as: .bob, in: test)
            #expect(try await alice.get("/account").text == "You are Alice.")
            #expect(try await bob.get("/account").text == "You are Bob.")
            test.clock.advance(by: .seconds(86_400))
            #expect(try await alice.visit("/account").text == "You are Alice.")
            #expect(try await bob.visit("/account").text == "You are Bob.")
        }
    }

    @Test("A sign-out ends the session, a copy of its cookie included, and leads to the home page") func signOut()
        async throws
    {
        let test = try SignInTest()
        try await Notebook.build(test.makeSignIn()).test(.router) { client in
            let alice = try await client.signIn(in: test)
            let copy = alice.copy()
            #expect(try await alice.signOut().text == "Nobody is signed in.")
            #expect(try await copy.get("/").text == "Nobody is signed in.")
            #expect(test.provider.requests(at: .endSession).count == 1)
        }
    }

    @Test("A session expires by the test's clock") func expiry() async throws {
        let test = try SignInTest()
        try await Notebook.build(test.makeSignIn()).test(.router) { client in
            let alice = try await client.signIn(in: test)
            test.clock.advance(by: .seconds(3500))
            #expect(try await alice.get("/account").status == .ok)
            test.clock.advance(by: .seconds(3601))
            #expect(try await alice.get("/account").status == .seeOther)
        }
    }

    @Test("An expired access token is refreshed once, and the session continues") func refresh() async throws {
        let test = try SignInTest()
        try await Notebook.build(test.makeSignIn()).test(.router) { client in
            let alice = try await client.signIn(in: test)
            let first = try await alice.get("/token").text
            test.expireAccessTokens()
            let second = try await alice.get("/token").text
            #expect(second != first && !second.isEmpty)
            #expect(try await alice.get("/token").text == second)
            #expect(test.provider.refreshes.count == 1)
        }
    }

    @Test("A logout at the provider ends the sessions of that user alone") func backChannelLogout() async throws {
        let test = try SignInTest()
        try await Notebook.build(test.makeSignIn()).test(.router) { client in
            let alice = try await client.signIn(as: .alice, in: test)
            let bob = try await client.signIn(as: .bob, in: test)
            try await client.endSessions(of: .alice, in: test)
            #expect(try await alice.get("/").text == "Nobody is signed in.")
            #expect(try await bob.get("/").text == "Bob")
        }
    }

    @Test("A route that needs a recent sign-in sends the user to the provider, which may refuse to")
    func stepUp() async throws {
        let test = try SignInTest()
        try await Notebook.build(test.makeSignIn()).test(.router) { client in
            let alice = try await client.signIn(in: test)
            #expect(try await alice.get("/closing").text == "Goodbye, Alice.")
            test.clock.advance(by: .seconds(400))
            #expect(try await alice.get("/closing").status == .seeOther)
            #expect(try await alice.visit("/closing").text == "Goodbye, Alice.")
            test.clock.advance(by: .seconds(400))
            test.provider.change { $0.stepUp = .oldAuthentication }
            #expect(try await alice.visit("/closing").status == .badRequest)
            #expect(try await alice.get("/account").text == "You are Alice.")
        }
    }

    @Test("A form is taken with its page's token, and refused with a wrong one or none") func forms() async throws {
        let test = try SignInTest()
        try await Notebook.build(test.makeSignIn()).test(.router) { client in
            let alice = try await client.signIn(in: test)
            let page = try await alice.get("/notes")
            let form = try #require(page.form(to: "/notes")).with("note", "milk")
            #expect(try await alice.submit(form).text == "Alice noted milk.")
            #expect(try await alice.submit(form.with("csrf", "wrong")).status == .forbidden)
            #expect(try await alice.submit(form.without("csrf")).status == .forbidden)
            #expect(
                try await alice.post("/notes", form.body, from: [.origin: "https://other.example"]).status == .forbidden
            )
        }
    }

    @Test("A browser signs in if the provider posts its response") func formPost() async throws {
        let test = try SignInTest { $0.responseMode = .formPost }
        try await Notebook.build(test.makeSignIn()).test(.router) { client in
            let alice = try await client.signIn(in: test)
            #expect(try await alice.get("/account").text == "You are Alice.")
        }
    }
}
