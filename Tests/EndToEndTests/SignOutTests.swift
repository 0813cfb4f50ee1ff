import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing
import WebSupport

/// The end of a session: here, at the authority, and for every copy of its cookie.
@Suite struct SignOutTests {
    @Test("Sign-out expires the cookies, clears storage, and goes to the authority's end session endpoint")
    func signOut() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            _ = try await browser.startSignIn()  // a sign-in left under way
            let names = Set(browser.cookies.keys)
            #expect(names.count == 3, "the session, the sign-in, and the count of sign-ins")
            let response = try await browser.signOut()
            #expect(response.status == 303)
            #expect(response["Clear-Site-Data"] == "\"storage\"")
            #expect(Set(response.cookies.filter(\.isExpiring).map(\.name)) == names)
            #expect(browser.cookies.isEmpty)

            let end = try await browser.follow(response)
            let seen = try #require(site.provider.requests(at: .endSession).first)
            #expect(seen["id_token_hint"] == site.provider.idTokens.first)
            #expect(seen["post_logout_redirect_uri"] == "\(site.url.origin)/signed-out")
            let back = try await browser.follow(end)
            #expect(back.status == 200)
            #expect(back.url.path == "/signed-out")
            #expect(site.provider.problems == [])
            try await site.expectSignedOut(browser)
        }
    }

    @Test(
        "Sign-out leaves no cookie of the site's, even if the session has ended elsewhere", arguments: [false, true])
    func nothingStays(isEnded: Bool) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            _ = try await browser.startSignIn()  // a sign-in left under way
            let form = try #require(try await browser.tasks().form(to: "/sign-out"))
            for name in ["latchkey-kept.1-x", "latchkey-undo", "latchkey-language"] { browser.cookies[name] = "x" }
            if isEnded { _ = try await browser.copy().signOut() }
            let carried = browser.cookies.keys
            #expect(carried.count == 6)
            let response = try await browser.submit(form)
            #expect(response.status == 303)
            #expect((response.location == "/signed-out") == isEnded)
            #expect(response["Clear-Site-Data"] == "\"storage\"")
            #expect(browser.cookies.keys == ["latchkey-language"])
        }
    }

    @Test("A sign-out form of another site, which comes without a session, expires no cookie") func anotherSites()
        async throws
    {
        try await Site.running { site in
            let browser = site.browser()
            _ = try await browser.startSignIn()
            for fields in [
                [.secFetchSite: "cross-site"], [.secFetchSite: "same-site"], [.origin: "https://evil.example"],
            ] as [HTTPFields] {
                let response = try await browser.post("/sign-out", FormBody(), headers: fields)
                #expect(response.status == 303 && response.location == "/signed-out")
                #expect(response.cookies == [] && response["Clear-Site-Data"] == nil)
            }
        }
    }

    @Test(
        "With policies the end session endpoint is that of the policy that issued the grant",
        arguments: [SiteOptions.Policies.inPath, .inQuery])
    func policies(policies: SiteOptions.Policies) async throws {
        try await Site.running(changing: { $0.policies = policies }) { site in
            let browser = try await site.signedIn("/sign-in/facebook")
            _ = try await browser.follow(try await browser.signOut())
            #expect(site.provider.requests(at: .endSession).map(\.policy) == ["b2c_1_facebook"])
            #expect(site.provider.requests(at: .revocation).map(\.policy) == ["b2c_1_facebook"])
            #expect(site.provider.problems == [])
        }
    }

    @Test("A copy of the cookie is worthless at once after a sign-out")
    func copiedCookie() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let copy = browser.copy()
            _ = try await browser.signOut()
            let page = try await copy.get("/tasks")
            #expect(page.locationPath == "/sign-in")
            #expect(page.cookies.contains { $0.name == "latchkey" && $0.isExpiring })
            #expect(site.apiServer.requests.count == 1)
        }
    }

    @Test(
        "A copy of the cookie is soon refused at another replica after a sign-out", arguments: SharedDatabase.allCases)
    func copiedCookieAtAnotherReplica(kind: SharedDatabase) async throws {
        try await Site.running(on: kind) { site in
            try await site.withReplica { replica in
                let browser = try await site.signedIn()
                let copy = replica.browser(browser.cookies)
                _ = try await copy.tasks()
                _ = try await browser.signOut()
                try await eventually { try await copy.get("/").status == 200 }
                try await replica.expectSignedOut(copy)
            }
        }
    }

    @Test("An idle-expired session is ended by a sign-out of its page all the same, with copies that are in use")
    func leftLying() async throws {
        try await Site.running(on: .sqlite) { site in
            let browser = try await site.signedIn()
            let form = try #require(try await browser.tasks().form(to: "/sign-out"))
            // With an idle timeout of zero, every session is idle-expired.
            try await site.withReplica(changing: { $0.idleTimeout = .zero }) { replica in
                let late = replica.browser(browser.cookies)
                #expect(try await late.copy().get("/tasks").locationPath == "/sign-in")
                #expect(try await late.copy().submit(form.with("csrf", "x")).location == "/signed-out")
                // A page that is shown again reloads itself first.
                #expect(try await late.get("/tasks", headers: [.secFetchMode: "cors"]).status == 401)
                #expect(site.provider.requests(at: .revocation).isEmpty)
                try await site.expectSignedIn(browser)
                let response = try await late.submit(form)
                #expect(response.status == 303)
                #expect(response.location?.hasPrefix(site.provider.url.origin) == true)
                #expect(late.cookies.isEmpty)
            }
            #expect(site.provider.requests(at: .revocation).count == 1)
            try await eventually { try await browser.get("/").status == 200 }
            try await site.expectSignedOut(browser)
        }
    }

    @Test("A sign-in over an idle-expired session ends that one") func signInOverLeftLying() async throws {
        try await Site.running(on: .sqlite) { site in
            let browser = try await site.signedIn()
            let copy = browser.copy()
            let provider = try await browser.startSignIn("/sign-in")
            try await site.withReplica(changing: { $0.idleTimeout = .zero }) { replica in
                let late = replica.browser(browser.cookies)
                let query = try #require(provider.locationQuery)
                #expect(try await late.get("/auth/openid/return?\(query)").location == "/tasks")
                browser.cookies = late.cookies
            }
            try await eventually { try await copy.get("/").status == 200 }
            try await site.expectSignedOut(copy)
            try await site.expectSignedIn(browser)
        }
    }

    @Test("A sign-in that starts at one replica ends at another", arguments: SharedDatabase.allCases)
    func twoReplicas(kind: SharedDatabase) async throws {
        try await Site.running(on: kind) { site in
            try await site.withReplica { replica in
                let browser = site.browser()
                let provider = try await browser.startSignIn("/sign-in?returnTo=/claims")
                let elsewhere = replica.browser(browser.cookies)
                let query = try #require(provider.locationQuery)
                #expect(try await elsewhere.get("/auth/openid/return?\(query)").location == "/claims")
                #expect(try await elsewhere.tasks().userName == "Alice")
                browser.cookies = elsewhere.cookies
                #expect(try await browser.tasks().userName == "Alice")
                // A form of one replica's page is good at the other.
                let form = try #require(try await elsewhere.tasks().form(to: "/tasks"))
                #expect(try await browser.submit(form.with("task", "x")).status == 303)
                #expect(site.provider.problems == [])
            }
        }
    }

    @Test(
        "Sign-out revokes the refresh token if that is offered; a failure is logged, and the session still ends",
        arguments: [nil, ResponseFault.serverError, .dropped])
    func revocation(fault: ResponseFault?) async throws {
        try await Site.running { site in
            site.provider.change { $0.revocation = fault }
            let browser = try await site.signedIn()
            #expect(try await browser.signOut().status == 303)
            #expect(site.provider.requests(at: .revocation).count == 1)
            #expect(
                site.log.lines.count { $0.hasPrefix("warning the tokens of an ended session") }
                    == (fault == nil ? 0 : 1))
            try await site.expectSignedOut(browser)
        }
    }

    @Test("Sign-out without a refresh token revokes the access token") func accessTokenRevocation() async throws {
        try await Site.running { site in
            site.provider.change { $0.code = .noRefreshToken }
            let browser = try await site.signedIn()
            _ = try await browser.signOut()
            let revocation = try #require(site.provider.requests(at: .revocation).first)
            #expect(revocation["token_type_hint"] == "access_token")
            let sent = try #require(site.apiServer.requests.first?.headerFields[.authorization])
            #expect(sent == "Bearer \(revocation["token"] ?? "")")
        }
    }

    @Test("Sign-out works while the authority is unreachable: the local session ends")
    func authorityUnreachable() async throws {
        try await Site.running(changing: { $0.authorityTimeout = .seconds(10) }) { site in
            let browser = try await site.signedIn()
            let copy = browser.copy()
            let form = try #require(try await browser.tasks().form(to: "/sign-out"))
            site.provider.change {
                $0.metadataFault = .dropped
                $0.revocation = .slow(.seconds(60))
            }
            #expect(try await browser.submit(form).status == 303)
            #expect(browser.cookies.isEmpty)
            try await site.expectSignedOut(copy)
        }
    }

    @Test("Without an end session endpoint sign-out ends at the site's own page")
    func noEndSession() async throws {
        try await Site.running { site in
            site.provider.change { $0.metadata["end_session_endpoint"] = .null }
            let browser = try await site.signedIn()
            #expect(try await browser.signOut().location == "/signed-out")
        }
    }

    @Test(
        "After sign-out the return from the authority works with another state and without any",
        arguments: [EndSessionChange.noState, .otherState])
    func returning(change: EndSessionChange) async throws {
        try await Site.running { site in
            site.provider.change { $0.endSession = change }
            let browser = try await site.signedIn()
            let end = try await browser.follow(try await browser.signOut())
            #expect(try await browser.follow(end).status == 200)
        }
    }

    @Test("The signed-out page changes nothing, and sign-out without a session leads there")
    func signedOutPage() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let page = try await browser.get("/signed-out")
            #expect(page.status == 200)
            #expect(page.cookies == [])
            try await site.expectSignedIn(browser)
            let response = try await site.browser().post("/sign-out", FormBody())
            #expect(response.location == "/signed-out")
            #expect(response.cookies == [])
        }
    }

    @Test(
        "The tokens of a refresh in flight at sign-out are revoked before the response, or the log says if not",
        arguments: [nil, ResponseFault.serverError])
    func refreshInFlight(fault: ResponseFault?) async throws {
        try await Site.running { site in
            site.provider.change {
                $0.revocation = fault
                $0.accessTokenLifetime = 0
                $0.refreshedAccessTokenLifetime = 0
            }
            let browser = try await site.signedIn()
            let csrf = try await site.csrf(browser)
            site.provider.change { $0.refresh = .fault(.slow(.milliseconds(400))) }
            let calls = site.provider.requests(at: .token).count
            async let page = browser.copy().get("/tasks")
            try await eventually { site.provider.requests(at: .token).count > calls }
            let copy = browser.copy()
            let response = try await browser.post("/sign-out", FormBody([("csrf", csrf)]))
            #expect(response.status == 303)
            _ = try await page
            let revoked = try #require(site.provider.requests(at: .revocation).first?["token"])
            #expect(
                !site.provider.requests(at: .token).contains { $0["refresh_token"] == revoked },
                "an old refresh token was revoked")
            let failed = fault == nil ? 0 : site.provider.requests(at: .revocation).count
            #expect(
                site.log.lines.count { $0.hasPrefix("warning the tokens of an ended session are not revoked") }
                    == failed)
            try await site.expectSignedOut(copy)
        }
    }

    @Test("A response that is still under way at sign-out doesn't bring the session back")
    func lateResponse() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let csrf = try await site.csrf(browser)
            let calls = site.apiServer.requests.count
            let gate = AsyncStream<Void>.makeStream()
            site.api.respond { _ in
                for await _ in gate.stream { break }
                return .json("[]")
            }
            async let late = browser.copy().get("/tasks")
            try await site.apiServer.waitForRequests(calls + 1)
            _ = try await browser.post("/sign-out", FormBody([("csrf", csrf)]))
            gate.continuation.finish()
            let cookies = try await late.cookies
            #expect(!cookies.contains { !$0.isExpiring })
        }
    }
}

extension Site {
    /// The proof of a session's forms.
    func csrf(_ browser: Browser) async throws -> String {
        try #require(try await browser.tasks().csrf)
    }
}
