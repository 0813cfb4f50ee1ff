import FoundationEssentials
import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SessionStorage
import SiteTesting
import TestSupport
import Testing

/// The page of the user's sessions, and ending them from it.
@Suite struct SessionListTests {
    private static let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

    private static func names(_ page: WebPage) -> [String] { page.elements(having: "data-session-id").map(\.value) }

    /// The form that ends a session that isn't the one of the page.
    private static func otherForm(_ page: WebPage) throws -> WebForm {
        let current = try #require(page.elements(having: "data-current").first?.text)
        let other = try #require(page.elements(having: "data-session-id").first { $0.text != current }?.value)
        return try #require(page.form(to: "/sessions/\(other)/end"))
    }

    @Test("The page of sessions lists the user's own ones, with their browsers, and marks the current one")
    func list() async throws {
        try await Site.running { site in
            let (one, _, _) = (try await site.signedIn(), try await site.signedIn(), try await site.signedIn(as: .bob))
            site.provider.user = .alice
            let other = site.browser()
            let provider = try await other.startSignIn()
            _ = try await other.get(try #require(provider.location), headers: [.userAgent: Self.firefox])
            let page = try await one.get("/sessions")
            #expect(Self.names(page).count == 3)
            #expect(page.elements(having: "data-current").count == 1)
            #expect(page.text.contains("Firefox on Linux"))
            #expect(page["Cache-Control"] == "no-store")
        }
    }

    @Test("A page lists fifty sessions and links to the rest, and only the first one starts with the current session")
    func pages() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let user = "sub \(site.provider.url.origin) \(ScriptedUser.alice.subject)"
            let record = try #require(
                try await site.store.sessions(of: user, after: nil, limit: 1, now: .distantPast).first)
            for number in 1...60 {
                var other = record
                other.id = SessionID()
                // This one was used least recently of those that aren't idle-expired.
                other.lastUsed += number > 55 ? -3600 - 120 : Double(number)
                _ = try await site.store.insert(other, tokens: [], replacing: nil)
            }
            let first = try await browser.get("/sessions")
            #expect(Self.names(first).count == 50)
            let current = try #require(first.elements(having: "data-current").first?.text)
            #expect(first.elements(having: "data-session-id").first?.text == current)
            let last = try #require(Self.names(first).last)
            #expect(first.elements(having: "href").contains { $0.value == "/sessions?after=\(last)" })
            let second = try await browser.get("/sessions?after=\(last)")
            #expect(second.elements(having: "data-current").isEmpty)
            #expect(Self.names(second).count == 6)
            #expect(Set(Self.names(first) + Self.names(second)).count == 56)
            #expect(!second.elements(having: "href").contains { $0.value.contains("after=") })
            #expect(second.form(to: "/sessions/end-others") != nil)
            let all = Self.names(try await browser.get("/sessions?after=\(Self.names(first)[0])"))
            #expect(all == Array(Self.names(first).dropFirst()) + [Self.names(second)[0]])
            for place in ["", "never-was", String(repeating: "A", count: 16), "%00", "a%2Fb&after=x"] {
                let page = try await browser.get("/sessions?after=\(place)")
                #expect(Self.names(page) == Self.names(first), "\(place)")
            }
        }
    }

    @Test("A session can be ended from another one: its copies are refused, and the others go on")
    func one() async throws {
        try await Site.running { site in
            let (here, there) = (try await site.signedIn(), try await site.signedIn())
            let response = try await here.submit(try Self.otherForm(try await here.get("/sessions")))
            #expect(response.status == 303 && response.location == "/sessions")
            try await site.expectSignedOut(there)
            try await site.expectSignedIn(here)
            #expect(Self.names(try await here.get("/sessions")).count == 1)
        }
    }

    @Test("All other sessions can be ended at once, and no other user's are")
    func others() async throws {
        try await Site.running { site in
            let (one, other, here) = (try await site.signedIn(), try await site.signedIn(), try await site.signedIn())
            let bob = try await site.signedIn(as: .bob)
            let form = try #require(try await here.get("/sessions").form(to: "/sessions/end-others"))
            #expect(try await here.submit(form).location == "/sessions")
            for gone in [one, other] { try await site.expectSignedOut(gone) }
            try await site.expectSignedIn(here)
            try await site.expectSignedIn(bob)
        }
    }

    @Test("A session that a replica with a fast clock has started is ended with all others")
    func startedLater() async throws {
        try await Site.running { site in
            let there = try await site.signedIn()
            let (origin, subject) = (site.provider.url.origin, ScriptedUser.alice.subject)
            let record = try #require(
                try await site.store.sessions(
                    of: "sub \(origin) \(subject)", after: nil, limit: 1, now: .distantPast
                ).first)
            let tokens = try #require(try await site.store.tokens(of: record.id))
            _ = try await site.store.end(record.id, until: .distantPast)
            var later = record
            later.started += 3600
            _ = try await site.store.insert(later, tokens: tokens.sealed, replacing: nil)
            let here = try await site.signedIn()
            let form = try #require(try await here.get("/sessions").form(to: "/sessions/end-others"))
            #expect(try await here.submit(form).location == "/sessions")
            try await site.expectSignedOut(there)
            try await site.expectSignedIn(here)
        }
    }

    @Test("Sessions of all policies are listed and end with the others, although each policy has an issuer of its own")
    func policiesWithIssuers() async throws {
        try await Site.running(changing: { $0.policies = .inPath }) { site in
            site.provider.change { $0.issuerNamesPolicy = true }
            let there = try await site.signedIn("/sign-up")
            let (bob, here) = (try await site.signedIn("/sign-up", as: .bob), try await site.signedIn())
            let page = try await here.get("/sessions")
            #expect(Self.names(page).count == 2)
            let form = try #require(page.form(to: "/sessions/end-others"))
            #expect(try await here.submit(form).location == "/sessions")
            try await site.expectSignedOut(there)
            try await site.expectSignedIn(here)
            try await site.expectSignedIn(bob)
        }
    }

    @Test(
        "Without policies a session with the victim's oid is another user's, also with the sub that means none"
    )
    func foreignObjectID() async throws {
        try await Site.running { site in
            let victim = try await site.signedIn()
            let form = try #require(try await victim.tasks().form(to: "/tasks"))
            #expect(try await victim.submit(form.with("task", "a secret")).status == 303)
            for subject in ["sub-mallory", "Not supported currently. Use oid claim."] {
                let mallory = try await site.signedIn(
                    as: ScriptedUser(subject: subject, objectID: ScriptedUser.alice.objectID, name: "Mallory"))
                #expect(try await mallory.tasks().tasks.isEmpty)
                let page = try await mallory.get("/sessions")
                #expect(Self.names(page).count == 1)
            }
            // No `sub` equals an `oid` either.
            let namesake = try await site.signedIn(
                as: ScriptedUser(subject: ScriptedUser.alice.objectID ?? "", name: "Mallory"))
            #expect(try await namesake.tasks().tasks.isEmpty)
            try await site.expectSignedIn(victim)
        }
    }

    @Test("Ending the current session signs the user out")
    func this() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let page = try await browser.get("/sessions")
            let name = try #require(Self.names(page).first)
            let response = try await browser.submit(try #require(page.form(to: "/sessions/\(name)/end")))
            #expect(response.status == 303)
            #expect(response["Clear-Site-Data"] == "\"storage\"")
            #expect(browser.cookies.isEmpty)
            #expect(site.provider.requests(at: .revocation).count == 1)
        }
    }

    @Test("Ending another user's session, an ended one or an unknown one is a 404, and no session ends")
    func strangers() async throws {
        try await Site.running { site in
            let (alice, bob) = (try await site.signedIn(), try await site.signedIn(as: .bob))
            let name = try #require(Self.names(try await alice.get("/sessions")).first)
            let form = try #require(try await bob.get("/sessions").forms.first { $0.action.hasSuffix("/end") })
            for stranger in [name, "never-was", "..", String(repeating: "A", count: 5000)] {
                var wrong = form
                wrong.action = "/sessions/\(stranger)/end"
                site.expectErrorPage(try await bob.submit(wrong), 404)
            }
            try await site.expectSignedIn(alice)
            try await site.expectSignedIn(bob)
            _ = try await alice.signOut()
            var ended = form
            ended.action = "/sessions/\(name)/end"
            site.expectErrorPage(try await bob.submit(ended), 404)
        }
    }
}
