import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import OpenIDConnect
import SiteTesting
import TestSupport
import Testing
import WebSupport

/// Authorities at Microsoft's hosts, whose issuers follow special rules.
@Suite struct MicrosoftTests {
    private static let tenant = "0d8f2b61-7a4c-4e95-b3d0-6c1e9f52a7b8"
    private static let otherTenant = "72f988bf-86f1-41af-91ab-2d7cd011db47"
    private static let foreignTenant = "d2c4a6b8-1f3e-4d5c-8b7a-9e0f1a2b3c4d"
    private static let template = "https://login.microsoftonline.com/{tenantid}/v2.0"
    private static let externalIssuer = "https://\(tenant).ciamlogin.com/\(tenant)/v2.0"

    private static func user(_ tenant: String, _ claims: JSONMembers = [:]) -> ScriptedUser {
        ScriptedUser(
            subject: "sub-alice", objectID: "6a1f2c39-58d4-4b7e-9c02-d3e0f7a8b154", name: "Alice",
            claims: JSONMembers([.init("tid", .string(tenant))]).with(claims))
    }

    private static func atExternalID<Result: Sendable>(
        issuer: String = externalIssuer, _ body: @Sendable (Site) async throws -> Result
    ) async throws -> Result {
        var options = SiteOptions()
        options.standIn = try await StandIn("https://contoso.ciamlogin.com/\(tenant)/v2.0")
        return try await Site.running(options) { site in
            site.provider.change {
                $0.metadata = ["issuer": .string(issuer), "authorization_response_iss_parameter_supported": .null]
            }
            site.provider.user = Self.user(Self.tenant, ["login_hint": "O.CiQ2YTFm"])
            return try await body(site)
        }
    }

    private static func atManyTenants<Result: Sendable>(_ body: @Sendable (Site) async throws -> Result) async throws
        -> Result
    {
        var options = SiteOptions()
        options.standIn = try await StandIn(
            "https://login.microsoftonline.com/organizations/v2.0", allowedTenants: [tenant, otherTenant])
        return try await Site.running(options) { site in
            site.provider.change {
                $0.metadata = ["issuer": .string(template), "authorization_response_iss_parameter_supported": .null]
                $0.keys = .boundToIssuer(template)
            }
            site.provider.user = user(tenant)
            return try await body(site)
        }
    }

    private static func frame(_ issuer: String, _ site: Site) async throws {
        let token = try #require(site.provider.idTokens.last.flatMap(Claims.unverified(ofJWT:)))
        let query = FormBody([("iss", issuer), ("sid", try #require(token[string: "sid"]))]).encoded
        let page = try await site.browser().get("/auth/openid/front-channel-logout?\(query)")
        #expect(page.status == 200)
    }

    @Test("At External ID by the tenant's name a user signs in, has tasks, and is signed out by the tenant's frame")
    func externalID() async throws {
        try await Self.atExternalID { site in
            let browser = site.browser()
            let response = try await browser.signIn()
            #expect(response.locationPath == "/tasks", "\(response.error ?? "")")
            let page = try await browser.tasks()
            #expect(page.userName == "Alice")
            let claims = try await browser.get("/claims").text
            #expect(claims.contains(Self.externalIssuer))
            try await Self.frame("https://contoso.ciamlogin.com/\(Self.tenant)/v2.0", site)
            try await site.expectSignedIn(browser)
            try await Self.frame(Self.externalIssuer, site)
            try await site.expectSignedOut(browser)
            #expect(site.provider.problems == [])
        }
    }

    @Test("At External ID a refresh brings new claims to the page of claims")
    func freshClaims() async throws {
        try await Self.atExternalID { site in
            site.provider.change {
                $0.accessTokenLifetime = 0
                $0.refreshesIDTokenOnRequest = true
            }
            let browser = try await site.signedIn(as: Self.user(Self.tenant))
            site.provider.change { $0.claims["department"] = "Lost property" }
            #expect(try await !browser.get("/claims").text.contains("Lost property"))
            _ = try await browser.tasks()
            #expect(try await browser.get("/claims").text.contains("Lost property"))
        }
    }

    @Test(
        "No user is signed in if External ID's metadata names any other issuer",
        arguments: [
            "https://\(foreignTenant).ciamlogin.com/\(foreignTenant)/v2.0",
            "https://\(tenant).ciamlogin.evil.example/\(tenant)/v2.0",
            "http://\(tenant).ciamlogin.com/\(tenant)/v2.0", "https://\(tenant).ciamlogin.com:8443/\(tenant)/v2.0",
            "https://user@\(tenant).ciamlogin.com/\(tenant)/v2.0",
            "https://\(tenant).ciamlogin.com/\(tenant)/v2.0/more",
        ])
    func foreignExternalID(_ issuer: String) async throws {
        try await Self.atExternalID(issuer: issuer) { site in
            let browser = site.browser()
            site.expectErrorPage(try await browser.get("/sign-in"), 502)
            #expect(site.provider.requests(at: .authorization).isEmpty)
        }
    }

    @Test("An ID token whose issuer has the tenant's name is refused, because it isn't the metadata's byte for byte")
    func otherForm() async throws {
        try await Self.atExternalID { site in
            site.provider.change { $0.claims["iss"] = .string("https://contoso.ciamlogin.com/\(Self.tenant)/v2.0") }
            let browser = site.browser()
            try await site.expectRefused(try await browser.signIn(), 400, in: browser)
        }
    }

    @Test("Sign-out passes on the ID token's login_hint, so that no account has to be picked")
    func logoutHint() async throws {
        try await Self.atExternalID { site in
            let browser = site.browser()
            _ = try await browser.signIn()
            _ = try await browser.follow(try await browser.signOut())
            let seen = try #require(site.provider.requests(at: .endSession).last)
            #expect(seen["logout_hint"] == "O.CiQ2YTFm")
            #expect(seen["id_token_hint"] == site.provider.idTokens.last)

            site.provider.user = Self.user(Self.tenant)
            _ = try await browser.signIn()
            _ = try await browser.follow(try await browser.signOut())
            #expect(site.provider.requests(at: .endSession).last?["logout_hint"] == nil)
        }
    }

    @Test(
        "Users of each allowed tenant sign in, have tasks of their own, and are signed out under their tenant's issuer")
    func manyTenants() async throws {
        try await Self.atManyTenants { site in
            let browser = try await site.signedIn(as: Self.user(Self.tenant))
            let other = try await site.signedIn(as: Self.user(Self.otherTenant))
            let form = try #require(try await browser.tasks().form(to: "/tasks"))
            #expect(try await browser.submit(form.with("task", "Milk")).status == 303)
            #expect(try await browser.tasks().tasks == ["Milk"])
            #expect(try await other.tasks().tasks == [])

            try await Self.frame(Self.template, site)
            try await Self.frame(Self.template.replacing("{tenantid}", with: Self.tenant), site)
            try await site.expectSignedIn(other)
            try await Self.frame(Self.template.replacing("{tenantid}", with: Self.otherTenant), site)
            try await site.expectSignedOut(other)
            try await site.expectSignedIn(browser)
            #expect(site.provider.problems == [])
        }
    }

    @Test("A user whose tenant isn't known, or not allowed, can't sign in")
    func otherTenants() async throws {
        try await Self.atManyTenants { site in
            let faults: [@Sendable (inout Misbehaviour) -> Void] = [
                { $0.claims["tid"] = .null }, { $0.claims["tid"] = "contoso.onmicrosoft.com" },
                { $0.claims["tid"] = .string(Self.otherTenant) },
                {
                    $0.keys = .boundToIssuer(
                        Self.template.replacing("{tenantid}", with: "9188040d-6c67-4c5b-b112-36a304b66dad"))
                },
            ]
            for fault in faults {
                let former = site.provider.misbehaviour
                site.provider.change(fault)
                // The keys that the last sign-in used would still serve.
                try site.provider.rotateKeys()
                let browser = site.browser()
                try await site.expectRefused(try await browser.signIn(), 400, in: browser)
                site.provider.misbehaviour = former
            }
            site.provider.user = Self.user(Self.foreignTenant)
            let browser = site.browser()
            try await site.expectRefused(try await browser.signIn(), 400, in: browser)
        }
    }

    @Test("The API refuses an access token of a tenant that isn't listed, and the sign-in doesn't go round in circles")
    func accessToken() async throws {
        try await Self.atManyTenants { site in
            site.provider.change { $0.accessTokenClaims["tid"] = .string(Self.foreignTenant) }
            let browser = try await site.signedIn(as: Self.user(Self.tenant))
            let first = try await browser.get("/tasks")
            #expect(first.locationPath == "/sign-in")
            _ = try await browser.follow(try await browser.follow(try await browser.follow(first)))
            site.expectErrorPage(try await browser.get("/tasks"), 502)
        }
    }

    @Test("A logout token of a tenant ends the session that it names, and no session of another tenant")
    func logoutToken() async throws {
        try await Self.atManyTenants { site in
            let browser = try await site.signedIn(as: Self.user(Self.tenant))
            let session = try #require(site.provider.idTokens.last.flatMap(Claims.unverified(ofJWT:))?[string: "sid"])
            func post() async throws -> HTTPResponse.Status {
                let token = try site.provider.logoutToken(subject: nil, session: session)
                return try await site.browser().post(
                    "/auth/openid/back-channel-logout", FormBody([("logout_token", token)]),
                    headers: [.secFetchSite: "cross-site", .accept: "*/*"]
                ).status
            }
            site.provider.user = Self.user(Self.otherTenant)
            #expect(try await post() == 200)
            try await site.expectSignedIn(browser)
            site.provider.user = Self.user(Self.foreignTenant)
            #expect(try await post() == 400)
            site.provider.user = Self.user(Self.tenant)
            #expect(try await post() == 200)
            try await site.expectSignedOut(browser)
        }
    }
}
