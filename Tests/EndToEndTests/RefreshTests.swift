import FoundationEssentials
import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing

/// Tokens that expire while a user is signed in.
@Suite struct RefreshTests {
    /// Access tokens that have expired by the time they are used.
    private static let soon = 0

    /// The refresh token of each refresh so far.
    private static func refreshes(_ site: Site) -> [String] {
        site.provider.requests(at: .token).compactMap { $0["refresh_token"] }
    }

    @Test(
        "An access token that is about to expire is refreshed before it is used",
        arguments: [SiteOptions.Policies.none, .inPath, .inQuery])
    func aboutToEnd(policies: SiteOptions.Policies) async throws {
        try await Site.running(changing: { $0.policies = policies }) { site in
            site.provider.change { $0.accessTokenLifetime = Self.soon }
            let browser = try await site.signedIn()
            _ = try await browser.tasks()
            _ = try await browser.tasks()
            #expect(Self.refreshes(site).count == 1)
            #expect(
                Set(site.apiServer.requests.map { $0.headerFields[.authorization] }).count == 1,
                "the old token was used")
            #expect(site.provider.requests(at: .token).last?.policy == (policies == .none ? nil : "b2c_1_sign_in"))
            #expect(site.provider.problems == [])
        }
    }

    @Test("A page that needs no access token refreshes none")
    func noNeed() async throws {
        try await Site.running { site in
            site.provider.change { $0.accessTokenLifetime = Self.soon }
            let browser = try await site.signedIn()
            #expect(try await browser.get("/claims").status == 200)
            #expect(Self.refreshes(site).isEmpty)
        }
    }

    @Test("Requests with the same expired token share one refresh, and each gets a response")
    func shared() async throws {
        try await Site.running { site in
            site.provider.change {
                $0.accessTokenLifetime = Self.soon
                $0.refresh = .fault(.slow(.milliseconds(200)))
            }
            let browser = try await site.signedIn()
            try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for _ in 0..<12 {
                    let tab = browser.copy()
                    group.addTask { try await tab.get("/tasks").status }
                }
                for try await status in group { #expect(status == 200) }
            }
            #expect(Self.refreshes(site).count == 1)
            #expect(site.provider.problems == [])
        }
    }

    @Test("Two users who refresh at once each get their own tokens")
    func twoUsers() async throws {
        try await Site.running { site in
            site.provider.change {
                $0.accessTokenLifetime = Self.soon
                $0.refresh = .fault(.slow(.milliseconds(100)))
            }
            let alice = try await site.signedIn()
            let bob = try await site.signedIn(as: .bob)
            for _ in 0..<3 {
                async let hers = alice.copy().get("/tasks")
                async let his = bob.copy().get("/tasks")
                let (one, other) = try await (hers, his)
                #expect(one.userName == "Alice")
                #expect(other.userName == "Bob")
            }
            #expect(Self.refreshes(site).count == 2)
            let users = site.apiServer.requests.map {
                site.provider.user(
                    ofAccessToken: String($0.headerFields[.authorization]?.dropFirst("Bearer ".count) ?? ""))
            }
            #expect(users.count { $0 == .alice } == 3 && users.count { $0 == .bob } == 3 && users.count == 6)
        }
    }

    @Test("A lost response signs no user out: the old cookie works, and gets the new tokens")
    func lostResponse() async throws {
        try await Site.running { site in
            site.provider.change { $0.accessTokenLifetime = Self.soon }
            let browser = try await site.signedIn()
            let before = browser.cookies
            _ = try await browser.tasks()
            for _ in 0..<3 {
                browser.cookies = before
                #expect(try await browser.tasks().cookies.contains { $0.name == "latchkey" })
            }
            #expect(Self.refreshes(site).count == 1)
            #expect(site.provider.problems == [])
        }
    }

    @Test("The stored result of a refresh is used by another replica, too", arguments: SharedDatabase.allCases)
    func lostResponseAtAnotherReplica(kind: SharedDatabase) async throws {
        try await Site.running(on: kind) { site in
            site.provider.change { $0.accessTokenLifetime = Self.soon }
            let browser = try await site.signedIn()
            let before = browser.cookies
            _ = try await browser.tasks()
            try await site.withReplica { replica in
                let elsewhere = replica.browser()
                elsewhere.cookies = before
                _ = try await elsewhere.tasks()
            }
            #expect(Self.refreshes(site).count == 1)
            #expect(site.provider.problems == [])
        }
    }

    @Test(
        "If two replicas need the same refresh at once, one performs it, and both respond",
        arguments: SharedDatabase.allCases
    )
    func twoReplicasAtOnce(kind: SharedDatabase) async throws {
        try await Site.running(on: kind) { site in
            site.provider.change {
                $0.accessTokenLifetime = Self.soon
                $0.refresh = .fault(.slow(.milliseconds(300)))
            }
            let browser = try await site.signedIn()
            try await site.withReplica { replica in
                try await withThrowingTaskGroup(of: WebPage.self) { group in
                    for place in [site, replica, site, replica] {
                        let tab = place.browser(browser.cookies)
                        group.addTask { try await tab.get("/tasks") }
                    }
                    for try await page in group { #expect(page.status == 200) }
                }
            }
            #expect(Self.refreshes(site).count == 1)
            #expect(Set(site.apiServer.requests.map { $0.headerFields[.authorization] }).count == 1)
            #expect(site.provider.problems == [])
        }
    }

    @Test(
        "A refresh token that the authority refuses ends the session, its copies too",
        arguments: [
            TokenResponseChange.error("invalid_grant"), .azureError(90129), .azureError(90080), .azureError(90088),
            .azureError(90128),
            .azureError(90080, "invalid_request"), .azureError(90129, "access_denied"),
            .entraError(700_082, "invalid_grant"),
        ])
    func revoked(change: TokenResponseChange) async throws {
        try await Site.running { site in
            site.provider.change {
                $0.accessTokenLifetime = Self.soon
                $0.refresh = change
            }
            let browser = try await site.signedIn()
            let copy = browser.copy()
            let page = try await browser.get("/tasks?show=completed")
            #expect(page.locationPath == "/sign-in")
            #expect(page.location?.contains("returnTo=%2Ftasks%3Fshow%3Dcompleted") == true)
            #expect(browser.sessionCookies == [])
            try await site.expectSignedOut(copy)
            site.provider.behave()
            #expect(try await browser.signIn().location == "/tasks")
            _ = try await browser.tasks()
        }
    }

    @Test(
        "A refreshed ID token that doesn't verify ends the session",
        arguments: [
            IDTokenChange.wrongIssuer, .wrongAudience, .noSubject, .damagedSignature, .algorithmNone, .expired,
            .noIssueTime, .wrongNonce,
        ])
    func badIDToken(change: IDTokenChange) async throws {
        try await Site.running { site in
            site.provider.change {
                $0.accessTokenLifetime = Self.soon
                $0.refreshedIDToken = change
            }
            let browser = try await site.signedIn()
            #expect(try await browser.get("/tasks").locationPath == "/sign-in")
            #expect(browser.sessionCookies == [])
            #expect(site.apiServer.requests.isEmpty)
        }
    }

    @Test(
        "After the profile policy a refresh expects the sign-in's nonce, and the old name doesn't come back",
        arguments: [nil, IDTokenChange.wrongNonce])
    func afterProfile(change: IDTokenChange?) async throws {
        try await Site.running(changing: { $0.policies = .inPath }) { site in
            site.provider.change { $0.accessTokenLifetime = Self.soon }
            let browser = try await site.signedIn()
            site.provider.change { $0.claims = ["name": "Alice Newman"] }
            #expect(try await browser.signIn("/profile").location == "/tasks")
            site.provider.change {
                $0.claims = [:]
                $0.refreshedIDToken = change
            }
            guard change == nil else { return try await site.expectSignedOut(browser) }
            #expect(try await browser.tasks().userName == "Alice Newman")
            #expect(Self.refreshes(site).count == 1)
            try await site.expectSignedIn(browser)
        }
    }

    @Test("A name that changed at the authority is shown after the refresh, and a token without a name removes none")
    func otherName() async throws {
        try await Site.running { site in
            site.provider.change {
                $0.accessTokenLifetime = Self.soon
                $0.refreshedAccessTokenLifetime = Self.soon
            }
            let browser = try await site.signedIn()
            #expect(try await browser.tasks().userName == "Alice")
            for (claims, name) in [
                (["name": "Alice Newman"], "Alice Newman"),
                (["name": .null, "email": "a@people.example"], "Alice Newman"),
            ]
                as [(JSONMembers, String)]
            {
                site.provider.change { $0.claims = claims }
                site.provider.endAccessTokens()
                #expect(try await browser.tasks().userName == name)
            }
        }
    }

    @Test(
        "A refreshed ID token of another user ends the session, also one with the same sub",
        arguments: [
            (SiteOptions.Policies.none, ScriptedUser.bob), (.inPath, .bob),
            (.inPath, ScriptedUser(subject: "sub-alice", objectID: "oid-bob")),
            (.inQuery, ScriptedUser(subject: "sub-alice", objectID: "oid-bob")),
        ])
    func otherUser(policies: SiteOptions.Policies, user: ScriptedUser) async throws {
        try await Site.running(changing: { $0.policies = policies }) { site in
            site.provider.change {
                $0.accessTokenLifetime = Self.soon
                $0.refreshedUser = user
            }
            let browser = try await site.signedIn()
            #expect(try await browser.get("/tasks").locationPath == "/sign-in")
            #expect(browser.sessionCookies == [])
            #expect(site.apiServer.requests.isEmpty)
            let revoked = site.provider.requests(at: .revocation).compactMap { $0["token"] }
            #expect(revoked.count == 1 && !Self.refreshes(site).contains(revoked[0]), "the one that came with it")
        }
    }

    @Test(
        "A refresh without a new ID token or a new refresh token goes on with the old ones",
        arguments: [TokenResponseChange.noIDToken, .noRefreshToken, .lowerCaseTokenType, .lifetimeAsText, .noLifetime])
    func sparse(change: TokenResponseChange) async throws {
        try await Site.running { site in
            site.provider.change {
                $0.accessTokenLifetime = Self.soon
                $0.refreshedAccessTokenLifetime = Self.soon
                $0.refresh = change
            }
            let browser = try await site.signedIn()
            for _ in 0..<3 { _ = try await browser.tasks() }
            #expect(Self.refreshes(site).count == (change == .noLifetime ? 1 : 3))
            #expect(try await browser.get("/claims").text.contains("Alice"))
            #expect(site.provider.problems == [])
        }
    }

    @Test("An access token's lifetime as a string counts, too")
    func lifetimeAsText() async throws {
        try await Site.running { site in
            site.provider.change {
                $0.accessTokenLifetime = Self.soon
                $0.code = .lifetimeAsText
            }
            let browser = try await site.signedIn()
            _ = try await browser.tasks()
            #expect(Self.refreshes(site).count == 1)
        }
    }
}
