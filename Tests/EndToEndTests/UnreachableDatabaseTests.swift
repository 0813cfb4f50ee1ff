import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing
import WebSupport

/// The site while the database is unreachable: some parts go on, and others wait.
@Suite struct UnreachableDatabaseTests {
    @Test("While the database is unreachable sessions go on, and sign-ins and the list of sessions get a 503 page")
    func goesOn() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let form = try #require(try await browser.tasks().form(to: "/tasks"))
            site.store.fail()
            _ = try await browser.tasks()
            #expect(try await browser.submit(form.with("task", "milk")).status == 303)
            for path in ["/sessions", "/claims"] { site.expectErrorPage(try await browser.get(path), 503) }
            let other = site.browser()
            site.expectErrorPage(try await other.signIn(), 503)
            #expect(other.sessionCookies == [])
            site.store.recover()
            _ = try await browser.tasks()
            #expect(try await browser.get("/sessions").status == 200)
            #expect(try await other.signIn().status == 303)
        }
    }

    @Test(
        "If the database becomes unreachable at the end of a sign-in, the page leads to another sign-in",
        arguments: [SwitchableSessionStore.Call.consume, .insert])
    func signIn(call: SwitchableSessionStore.Call) async throws {
        try await Site.running { site in
            let browser = site.browser()
            site.store.fail([call])
            let page = try await browser.signIn()
            try await site.expectRefused(page, 503, in: browser)
            #expect(page.text.contains("Try to sign in again") && !page.text.contains("Back to your tasks"))
            // A consumed state is of no further use; one that isn't consumed waits for the page to be reloaded.
            #expect(browser.cookies.keys.contains { $0.hasPrefix("latchkey-sign-in.") } == (call == .consume))
            site.store.recover()
            #expect(try await browser.signIn().location == "/tasks")
        }
    }

    @Test("A sign-in whose state was consumed without an outcome succeeds when its page is reloaded, once")
    func reloadedSignIn() async throws {
        try await Site.running { site in
            let browser = site.browser()
            site.store.loseResponses(of: [.consume])
            let response = try await browser.startSignIn()
            site.expectErrorPage(try await browser.follow(response), 503)
            site.store.recover()
            let before = browser.copy()
            #expect(try await browser.follow(response).location == "/tasks")
            site.expectErrorPage(try await before.follow(response), 400)
        }
    }

    @Test("While the database is unreachable an expired token isn't refreshed, and no refresh token is consumed")
    func refresh() async throws {
        try await Site.running { site in
            site.provider.change { $0.accessTokenLifetime = 0 }
            let browser = try await site.signedIn()
            site.store.fail()
            let page = try await browser.get("/tasks")
            site.expectErrorPage(page, 503)
            #expect(page.cookies == [])
            #expect(!site.provider.requests(at: .token).contains { $0["refresh_token"] != nil })
            site.store.recover()
            _ = try await browser.tasks()
        }
    }

    @Test("An outage between a refresh and its storing ends no session, even if the response is lost")
    func lost() async throws {
        try await Site.running { site in
            site.provider.change {
                $0.accessTokenLifetime = 0
                $0.refreshedAccessTokenLifetime = 0
            }
            let browser = try await site.signedIn()
            let before = browser.cookies
            site.store.fail([.replaceTokens])
            _ = try await browser.tasks()
            site.store.fail()
            browser.cookies = before
            site.expectErrorPage(try await browser.get("/tasks"), 503)
            site.store.recover()
            _ = try await browser.tasks()
            #expect(site.provider.problems == [])
        }
    }

    @Test(
        "While the database is unreachable sign-out clears the cookies and says what remains, which is done later",
        arguments: SharedDatabase.allCases) func signOut(kind: SharedDatabase)
        async throws
    {
        try await Site.running(on: kind) { site in
            try await site.withReplica { replica in
                let browser = try await site.signedIn()
                let csrf = try await site.csrf(browser)
                let (here, there) = (browser.copy(), replica.browser())
                there.cookies = browser.cookies
                site.store.fail()
                let page = try await browser.post("/sign-out", FormBody([("csrf", csrf)]))
                site.expectErrorPage(page, 503)
                #expect(page["Clear-Site-Data"] == "\"storage\"")
                #expect(browser.cookies.isEmpty)
                #expect(page.userName == nil)
                #expect(page.text.contains("client_id=") && !page.text.contains("id_token_hint"))
                try await site.expectSignedOut(here)
                _ = try await there.tasks()
                site.store.recover()
                try await eventually { try await there.get("/").status == 200 }
                try await replica.expectSignedOut(there)
            }
        }
    }

    @Test("The newest tokens of a session that was signed out in an outage are revoked on the database's return")
    func leftovers() async throws {
        try await Site.running { site in
            site.provider.change { $0.accessTokenLifetime = 0 }
            let browser = try await site.signedIn()
            let old = browser.copy()
            // A page that needs new tokens, which the old cookie doesn't have.
            let csrf = try await site.csrf(browser)
            site.store.fail()
            site.expectErrorPage(try await old.post("/sign-out", FormBody([("csrf", csrf)])), 503)
            #expect(site.provider.requests(at: .revocation).isEmpty)
            site.store.recover()
            try await eventually { site.provider.requests(at: .revocation).count == 1 }
            let revoked = site.provider.requests(at: .revocation).first?["token"]
            let used = site.provider.requests(at: .token).compactMap { $0["refresh_token"] }
            #expect(!used.isEmpty && revoked.map(used.contains) == false)
        }
    }

    @Test("While the database is unreachable, text that is typed in an ended session is shown, to be copied")
    func typed() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let form = try #require(try await browser.tasks().form(to: "/tasks")).with("task", "Buy <milk>")
            _ = try await browser.copy().signOut()
            site.store.fail()
            let elsewhere = try await browser.copy().submit(form, headers: [.secFetchSite: "cross-site"])
            #expect(elsewhere.locationPath == "/sign-in" && !elsewhere.text.contains("milk"))
            let page = try await browser.submit(form)
            site.expectErrorPage(page, 503)
            #expect(page.text.contains("readonly>Buy &lt;milk&gt;</textarea>"))
        }
    }

    @Test(
        "A replica that starts without the database accepts and expires no cookie until it has read the endings",
        arguments: SharedDatabase.allCases)
    func start(kind: SharedDatabase) async throws {
        try await withDatabase(kind) { database in
            try await Site.running(changing: { $0.database = database }) { site in
                let browser = try await site.signedIn()
                let ended = try await site.signedIn()
                let copy = ended.copy()
                _ = try await ended.signOut()
                try await site.withReplica(isUnreachable: true) { replica in
                    let (good, bad) = (replica.browser(), replica.browser())
                    (good.cookies, bad.cookies) = (browser.cookies, copy.cookies)
                    for visitor in [good, bad] {
                        let page = try await visitor.get("/tasks")
                        replica.expectErrorPage(page, 503)
                        #expect(page.cookies == [] && page.userName == nil)
                    }
                    #expect(try await replica.browser().get("/").status == 200)
                    let ready = try await replica.browser().get("/readyz")
                    #expect(ready.status == 503 && ready.text.contains(#""database":"away""#))
                    replica.store.recover()
                    try await eventually { try await good.get("/tasks").status == 200 }
                    try await replica.expectSignedOut(bad)
                }
            }
        }
    }
}
