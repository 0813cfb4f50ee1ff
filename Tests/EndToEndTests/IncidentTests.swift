import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing

/// Faults that let strangers in elsewhere: header fields that were believed, paths that were read in two ways, users
/// identified by their address.
@Suite struct IncidentTests {
    /// Header fields that proxies set for those behind them, and signs of a health check.
    private static let claimed: [(name: String, value: String)] = [
        ("X-Forwarded-Uri", "/healthz"), ("X-Original-URL", "/healthz"), ("X-Rewrite-URL", "/healthz"),
        ("X-Forwarded-Path", "/assets/x"),
        ("X-Forwarded-User", "alice"), ("X_Forwarded_User", "alice"), ("X-Forwarded-Email", "alice@people.example"),
        ("X-Forwarded-Preferred-Username", "alice"), ("X-Forwarded-Access-Token", "token"),
        ("X-Auth-Request-User", "alice"),
        ("Remote-User", "alice"), ("Authorization", "Bearer token"), ("Authorization", "Basic YWxpY2U6YWxpY2U="),
        ("X-HTTP-Method-Override", "POST"), ("User-Agent", "GoogleHC/1.0"),
        ("User-Agent", "kube-probe/1.30"), ("User-Agent", "ELB-HealthChecker/2.0"),
    ]

    @Test("No header field signs a user in") func headerFields() async throws {
        try await Site.running { site in
            for (name, value) in Self.claimed {
                let fields = HTTPFields([HTTPField(name: try #require(HTTPField.Name(name)), value: value)])
                for path in ["/tasks", "/claims", "/sessions"] {
                    let page = try await site.browser().get(path, headers: fields)
                    #expect(
                        page.status == 303 && page.locationPath == "/sign-in",
                        "\(name): \(path) got \(page.status)")
                }
            }
            #expect(site.apiServer.requests.isEmpty)
        }
    }

    @Test("No header field that names a user reaches the tasks API, or changes the signed-in user") func signedIn()
        async throws
    {
        try await Site.running { site in
            let browser = try await site.signedIn(as: .bob)
            for (name, value) in Self.claimed {
                let field = try #require(HTTPField.Name(name))
                let page = try await browser.get("/tasks", headers: [field: value])
                #expect(page.userName == "Bob", "\(name)")
                let call = try #require(site.apiServer.requests.last)
                #expect(call.headerFields[values: field].allSatisfy { $0 != value }, "\(name) got through")
            }
        }
    }

    @Test(
        "A protected path needs a session, however it is written",
        arguments: [
            "/tasks%23", "/tasks%23/../healthz", "/healthz%23/../tasks", "/healthz/../tasks", "/healthz/%2e%2e/tasks",
            "/healthz/..%2ftasks",
            "/tasks%3F/healthz", "/tasks;/healthz", "/tasks?/healthz", "/tasks?x=/assets/", "/%74asks", "/TASKS",
            "//tasks", "/tasks//",
            "/tasks/%2e%2e/healthz", "/./tasks", "/healthz%00/tasks", "/auth/openid/back-channel-logout/../../../tasks",
        ])
    func paths(path: String) async throws {
        try await Site.running { site in
            let page = try await site.browser().get(path)
            switch page.status {
            case 303: #expect(page.locationPath == "/sign-in", "it leads to \(page.location ?? "")")
            default: #expect([400, 404].contains(page.status), "\(page.status)")
            }
            #expect(page.userName == nil && page.tasks.isEmpty)
            #expect(site.apiServer.requests.isEmpty)
        }
    }

    @Test(
        "A user is identified by the issuer's sub, whatever the address and the name are",
        arguments: [
            ["alice@people.example"], ["alice@people.example@evil.example"], ["\"alice@people.example\"@evil.example"],
            ["@"],
        ])
    func addresses(emails: [String]) async throws {
        try await Site.running { site in
            let alice = try await site.signedIn()
            let form = try #require(try await alice.tasks().form(to: "/tasks"))
            _ = try await alice.submit(form.with("task", "hers"))
            var other = ScriptedUser(subject: "sub-mallory", name: "Alice", emails: emails)
            other.claims = ["email": .string(emails[0]), "preferred_username": "alice"]
            #expect(try await site.signedIn(as: other).tasks().tasks == [])
            #expect(try await alice.tasks().tasks == ["hers"])
        }
    }

    @Test("A link to sign-in chooses neither scopes nor anything else of the request") func initiatedLogin()
        async throws
    {
        try await Site.running { site in
            let query =
                "scope=admin&prompt=none&max_age=9&redirect_uri=https://evil.example/&response_mode=fragment&state=s&nonce=n&acr_values=a"
            #expect(try await site.browser().signIn("/sign-in?\(query)").location == "/tasks")
            let asked = try #require(site.provider.requests(at: .authorization).first)
            #expect(asked["scope"] == "openid profile offline_access")
            #expect(asked["redirect_uri"] == "\(site.url.origin)/auth/openid/return")
            #expect(asked["state"] != "s" && asked["nonce"] != "n")
            for name in ["prompt", "max_age", "response_mode", "acr_values"] { #expect(asked[name] == nil, "\(name)") }
        }
    }

    @Test("Sign-out returns to the site's own page alone") func signOut() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let form = try #require(try await browser.tasks().form(to: "/sign-out"))
            var body = form.body
            for name in ["returnTo", "post_logout_redirect_uri", "redirect_uri", "rd"] {
                body.append(name, "https://evil.example/")
            }
            let response = try await browser.post("/sign-out?returnTo=//evil.example", body)
            _ = try await browser.follow(response)
            let asked = try #require(site.provider.requests(at: .endSession).first)
            #expect(asked["post_logout_redirect_uri"] == "\(site.url.origin)/signed-out")
            #expect(response.location?.contains("evil.example") == false)
            let after = try await browser.get(
                "/signed-out?returnTo=https://evil.example/&post_logout_redirect_uri=https://evil.example/")
            #expect(after.status == 200 && after.location == nil)
            // The choice of a language leads back to this address, as one of this site's.
            for start in ["https:", "http:", "//", "/\\"] {
                #expect(!after.text.contains("=\"\(start)"), "a link leads elsewhere")
            }
        }
    }
}
