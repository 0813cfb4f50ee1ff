import FoundationEssentials
import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import OpenIDConnect
import SiteTesting
import TestSupport
import Testing

/// The claims of the ID token decide which users may sign in.
@Suite struct RequiredClaimsTests {
    private static func options(_ policies: SiteOptions.Policies = .none) -> SiteOptions {
        var options = SiteOptions()
        options.policies = policies
        options.requiredClaims = RequiredClaims([
            .init(name: "groups", value: "staff"), .init(name: "groups", value: "guests"),
            .init(name: "email_verified", value: "true"),
        ])
        return options
    }

    private static func user(_ name: String = "alice", groups: JSON = ["others", "staff"]) -> ScriptedUser {
        ScriptedUser(
            subject: "sub-\(name)", objectID: "oid-\(name)", name: name,
            claims: ["groups": groups, "email_verified": true])
    }

    /// The tokens that the site has revoked.
    private static func revoked(_ site: Site) -> [String?] {
        site.provider.requests(at: .revocation).map { $0.form[single: "token"] }
    }

    /// The link to sign in with another account.
    private static func otherAccount(_ page: WebPage) throws -> String {
        let link = try #require(page.text.firstMatch(of: #/href="?(\/sign-in\?prompt=[^" >]+)"?/#))
        return String(link.1).replacing("&amp;", with: "&")
    }

    @Test("A user with the required claims is signed in, and gets the requested page")
    func admitted() async throws {
        try await Site.running(Self.options()) { site in
            for groups in [["others", "staff"], "guests"] as [JSON] {
                let browser = try await site.signedIn(as: Self.user(groups: groups))
                #expect(try await browser.tasks().status == 200)
            }
            #expect(Self.revoked(site) == [])
        }
    }

    @Test(
        "A user without the required claims gets a page that offers another account, and the tokens are revoked",
        arguments: [["others"], [], "staffing", "Staff", .object(["staff": "staff"]), .null] as [JSON])
    func refused(groups: JSON) async throws {
        try await Site.running(Self.options()) { site in
            site.provider.user = Self.user()
            site.provider.change { $0.claims["groups"] = groups }
            let browser = site.browser()
            let page = try await browser.signIn("/sign-in?returnTo=/claims")
            try await site.expectRefused(page, 403, in: browser)
            #expect(Self.revoked(site).count == 1)

            site.provider.behave()
            let start = try await browser.get(try Self.otherAccount(page))
            let response = try await browser.follow(try await browser.follow(start))
            #expect(site.provider.requests(at: .authorization).last?["prompt"] == "select_account")
            #expect(response.location == "/claims")
            #expect(site.provider.problems == [])
        }
    }

    @Test("Each required claim has to be there, and a boolean counts by its JSON")
    func everyName() async throws {
        try await Site.running(Self.options()) { site in
            site.provider.user = Self.user()
            for value in [.bool(false), .null, "TRUE", .int(1)] as [JSON] {
                site.provider.change { $0.claims["email_verified"] = value }
                let browser = site.browser()
                try await site.expectRefused(try await browser.signIn(), 403, in: browser)
            }
        }
    }

    @Test("A user who may not sign in doesn't end the existing session")
    func sessionStays() async throws {
        try await Site.running(Self.options()) { site in
            let browser = try await site.signedIn(as: Self.user())
            site.provider.user = Self.user("bob", groups: ["others"])
            site.expectErrorPage(try await browser.signIn(), 403)
            #expect(try await browser.tasks().userName == "alice")
        }
    }

    @Test("A profile policy's response without the required claims changes nothing")
    func profile() async throws {
        try await Site.running(Self.options(.inPath)) { site in
            let browser = try await site.signedIn(as: Self.user())
            site.provider.change {
                $0.claims["groups"] = ["others"]
                $0.claims["name"] = "Somebody"
            }
            let page = try await browser.signIn("/profile")
            site.expectErrorPage(page, 403)
            #expect(try Self.otherAccount(page).hasPrefix("/sign-in?"))
            #expect(Self.revoked(site).count == 1)
            #expect(try await browser.tasks().userName == "alice")
        }
    }

    @Test("A refreshed ID token without the required claims ends the session at every replica, and revokes its tokens")
    func refresh() async throws {
        try await Site.running(Self.options()) { site in
            site.provider.change { $0.accessTokenLifetime = 0 }
            let browser = try await site.signedIn(as: Self.user())
            let copy = browser.copy()
            site.provider.change { $0.claims["groups"] = ["others"] }
            let page = try await browser.get("/tasks")
            site.expectErrorPage(page, 403)
            #expect(browser.sessionCookies == [])
            #expect(Self.revoked(site).count == 1)
            try await site.expectSignedOut(copy)

            site.provider.behave()
            let start = try await browser.get(try Self.otherAccount(page))
            _ = try await browser.follow(try await browser.follow(start))
            #expect(site.provider.requests(at: .authorization).last?["prompt"] == "select_account")
            #expect(try await browser.tasks().userName == "alice")
        }
    }

    @Test("A refresh without an ID token leaves the required claims satisfied")
    func refreshWithoutIDToken() async throws {
        try await Site.running(Self.options()) { site in
            site.provider.change { $0.accessTokenLifetime = 0 }
            let browser = try await site.signedIn(as: Self.user())
            site.provider.change {
                $0.claims["groups"] = ["others"]
                $0.refresh = .noIDToken
            }
            #expect(try await browser.tasks().status == 200)
        }
    }

    @Test(
        "If the provider left out the groups because they are too many, the page says how the operator fixes it",
        arguments: [
            ["_claim_names": .object(["groups": "src1"])], ["hasgroups": true],
        ] as [JSONMembers])
    func overage(claims: JSONMembers) async throws {
        try await Site.running(Self.options()) { site in
            site.provider.user = Self.user()
            site.provider.change { $0.claims = JSONMembers([.init("groups", .null)] + claims.members) }
            let browser = site.browser()
            let page = try await browser.signIn()
            try await site.expectRefused(page, 403, in: browser)
            #expect(page.error?.contains("assigned to the application") == true)
            #expect(page.error?.contains("app roles") == true)
            #expect(site.log.lines.contains { $0.contains("left out the claim groups") })
        }
    }

    @Test("A further authority has its own required claims")
    func furtherAuthority() async throws {
        try await Site.running(changing: {
            $0.partner = SiteOptions.Partner(requiredClaims: RequiredClaims([.init(name: "groups", value: "staff")]))
        }) { site in
            site.partner.user = Self.user(groups: ["others"])
            let browser = site.browser()
            let page = try await browser.signIn("/sign-in/partner")
            site.expectErrorPage(page, 403)
            #expect(browser.sessionCookies == [])
            #expect(page.text.contains("/sign-in/partner?prompt=select_account"))
            #expect(site.partner.requests(at: .revocation).count == 1)
            #expect(try await site.signedIn().tasks().status == 200)
        }
    }

    @Test(
        "A link replaces no prompt by which users authenticate or consent at each sign-in",
        arguments: ["login", "consent", "login consent", "none"])
    func configuredPrompt(prompt: String) async throws {
        try await Site.running(changing: { $0.prompt = prompt }) { site in
            _ = try await site.browser().startSignIn("/sign-in?prompt=select_account")
            let sent = site.provider.requests(at: .authorization).last?["prompt"]
            #expect(sent == (prompt == "none" ? "select_account" : prompt))
        }
    }

    @Test("A link may ask for the choice of an account, and for no other prompt", arguments: ["none", "login", ""])
    func otherPrompt(prompt: String) async throws {
        try await Site.running { site in
            _ = try await site.browser().startSignIn("/sign-in?prompt=\(prompt)")
            #expect(site.provider.requests(at: .authorization).last?["prompt"] == nil)
        }
    }
}
