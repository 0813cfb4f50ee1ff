import FoundationEssentials
import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing

/// Users who move from one authority to another with the same directory.
@Suite struct SharedUsersTests {
    private static let oid = "6a1f2c39-58d4-4b7e-9c02-d3e0f7a8b154"
    /// The same user at both providers, which give each its own `sub`.
    private static let before = ScriptedUser(subject: "pairwise-1", objectID: oid.uppercased(), name: "Guida")
    private static let after = ScriptedUser(subject: "pairwise-2", objectID: oid, name: "Guida")

    /// Azure AD B2C as the main authority; what takes its place isn't at a host of Microsoft's, as with a custom domain.
    private static func options(database: String? = nil) -> SiteOptions {
        var options = SiteOptions()
        options.policies = .inPath
        options.partner = SiteOptions.Partner(hasMainUsers: true)
        options.database = database
        return options
    }

    private static let tenant = "0d8f2b61-7a4c-4e95-b3d0-6c1e9f52a7b8"

    /// External ID as the main authority, which shares its users with a B2C tenant next to it.
    private static func atExternalID(_ body: @Sendable (Site) async throws -> Void) async throws {
        var options = SiteOptions()
        options.standIn = try await StandIn("https://contoso.ciamlogin.com/\(tenant)/v2.0")
        options.partner = SiteOptions.Partner(policies: .inPath, lendsUsers: true)
        try await Site.running(options) { site in
            site.provider.change {
                $0.metadata = [
                    "issuer": .string("https://\(tenant).ciamlogin.com/\(tenant)/v2.0"),
                    "authorization_response_iss_parameter_supported": .null,
                ]
                $0.claims["tid"] = .string(tenant)
                $0.accessTokenClaims["tid"] = .string(tenant)
            }
            try await body(site)
        }
    }

    @Test("Users of Azure AD B2C have the same tasks and sessions at External ID")
    func externalID() async throws {
        try await Self.atExternalID { site in
            let old = try await site.signedIn("/sign-in/partner", as: Self.before)
            _ = try await old.submit(try #require(try await old.tasks().form(to: "/tasks")).with("task", "Moved"))
            let new = try await site.signedIn(as: Self.after)
            #expect(try await new.tasks().tasks == ["Moved"])
            #expect(try await new.get("/sessions").elements(having: "data-session-id").count == 2)
            #expect(site.provider.problems == [] && site.partner.problems == [])
        }
    }

    @Test("A user of External ID without a GUID as oid gets a 403 page, and the refresh token is revoked")
    func unidentifiedAtExternalID() async throws {
        try await Self.atExternalID { site in
            site.provider.user = ScriptedUser(subject: "pairwise-2", objectID: "oid-guida", name: "Guida")
            let browser = site.browser()
            site.expectErrorPage(try await browser.signIn(), 403)
            #expect(browser.sessionCookies == [])
            #expect(site.provider.requests(at: .revocation).count == 1)
        }
    }

    @Test("Tasks and sessions are the shared user's at both authorities, and no other user's")
    func both() async throws {
        try await Site.running(Self.options()) { site in
            let old = try await site.signedIn(as: Self.before)
            _ = try await old.submit(try #require(try await old.tasks().form(to: "/tasks")).with("task", "Moved"))
            let new = try await site.signedIn("/sign-in/partner", as: Self.after)
            #expect(try await new.tasks().tasks == ["Moved"])
            #expect(try await new.get("/sessions").elements(having: "data-session-id").count == 2)
            let form = try #require(try await new.get("/sessions").form(to: "/sessions/end-others"))
            #expect(try await new.submit(form).status == 303)
            #expect(try await old.get("/tasks").status == 303)
            let other = ScriptedUser(
                subject: "pairwise-1", objectID: "00000000-0000-4000-8000-000000000000", name: "Bo")
            #expect(try await site.signedIn("/sign-in/partner", as: other).tasks().tasks == [])
        }
    }

    @Test("Text from an ended session is offered after a sign-in at the other authority")
    func lateForm() async throws {
        try await Site.running(Self.options()) { site in
            let browser = try await site.signedIn(as: Self.before)
            let form = try #require(try await browser.tasks().form(to: "/tasks")).with("task", "Late")
            _ = try await browser.copy().signOut()
            #expect(try await browser.submit(form).status == 303)
            site.partner.user = Self.after
            let page = try await browser.follow(try await browser.signIn("/sign-in/partner"))
            _ = try await browser.submit(try #require(page.form(to: "/tasks/kept")))
            #expect(try await browser.tasks().tasks == ["Late"])
        }
    }

    @Test(
        "An ID token of a shared user without a GUID as oid gets a 403 page and no session",
        arguments: [nil, "oid-alice", ""] as [String?])
    func unidentified(oid: String?) async throws {
        try await Site.running(Self.options()) { site in
            site.partner.user = ScriptedUser(subject: "pairwise-2", objectID: oid, name: "Guida")
            let browser = site.browser()
            site.expectErrorPage(try await browser.signIn("/sign-in/partner"), 403)
            #expect(browser.sessionCookies == [])
            #expect(site.partner.requests(at: .revocation).count == 1)
        }
    }

    @Test("If a refused sign-in brought no refresh token, the access token is revoked") func accessTokenAlone()
        async throws
    {
        try await Site.running(Self.options()) { site in
            site.partner.change { $0.code = .noRefreshToken }
            site.partner.user = ScriptedUser(subject: "pairwise-2", objectID: nil, name: "Guida")
            site.expectErrorPage(try await site.browser().signIn("/sign-in/partner"), 403)
            #expect(site.partner.requests(at: .revocation).map { $0["token_type_hint"] } == ["access_token"])
        }
    }

    @Test("Once the other authority is the main one and the first isn't configured any more, the tasks are still there")
    func afterTheMove() async throws {
        try await withDatabase(.sqlite) { database in
            try await Site.running(Self.options(database: database)) { site in
                let old = try await site.signedIn(as: Self.before)
                _ = try await old.submit(try #require(try await old.tasks().form(to: "/tasks")).with("task", "Moved"))
                try await site.withReplica(changing: { $0.isPartnerMain = true }) { replica in
                    replica.partner.user = Self.after
                    let new = replica.browser()
                    // The redirect URI still leads to the site before the move, whose place this one takes.
                    let location = try #require(try await new.startSignIn().location)
                    let response = try #require(HTTPURL(location))
                    #expect(try await new.get(response.pathAndQuery).status == 303)
                    #expect(try await new.tasks().tasks == ["Moved"])
                    #expect(replica.partner.problems == [])
                }
            }
        }
    }
}
