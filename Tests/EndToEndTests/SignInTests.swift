import FoundationEssentials
import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import OpenIDConnect
import SiteTesting
import TestSupport
import Testing
import WebSupport

@Suite struct SignInTests {
    @Test(
        "A sign-in ends at the tasks, and the provider finds no fault with it",
        arguments: [SiteOptions.Policies.none, .inPath, .inQuery])
    func honest(policies: SiteOptions.Policies) async throws {
        try await Site.running(changing: { $0.policies = policies }) { site in
            let browser = site.browser()
            let response = try await browser.signIn()
            #expect(response.status == 303)
            #expect(response.location == "/tasks")
            #expect(try await browser.tasks().userName == "Alice")
            #expect(site.provider.problems == [])
            #expect(site.provider.requests(at: .token).count == 1)
        }
    }

    @Test(
        "Each kind of sign-in requests the policy of its name",
        arguments: [
            ("/sign-in", "b2c_1_sign_in"), ("/sign-up", "b2c_1_sign_up"), ("/sign-in/facebook", "b2c_1_facebook"),
        ],
        [SiteOptions.Policies.inPath, .inQuery])
    func policies(way: (path: String, policy: String), style: SiteOptions.Policies) async throws {
        try await Site.running(changing: { $0.policies = style }) { site in
            let browser = try await site.signedIn(way.path)
            for endpoint in [Endpoint.metadata, .authorization, .token] {
                #expect(site.provider.requests(at: endpoint).map(\.policy) == [way.policy], "\(endpoint)")
            }
            // The policy is in the address of the token endpoint, not in the body.
            #expect(site.provider.requests(at: .token)[0].form[single: "p"] == nil)
            try await site.expectSignedIn(browser)
            #expect(site.provider.problems == [])
        }
    }

    @Test(
        "Without policies the other kinds of sign-in are 404",
        arguments: ["/sign-up", "/sign-in/facebook", "/password-reset", "/profile"])
    func waysThatAreNotThere(path: String) async throws {
        try await Site.running { site in
            site.expectErrorPage(try await site.browser().get(path), 404)
        }
    }

    @Test("A form_post response is posted on from the site's own page, with a button, and no cache stores it")
    func formPost() async throws {
        try await Site.running(changing: { $0.responseMode = .formPost }) { site in
            let browser = site.browser()
            let provider = try await browser.startSignIn()
            let form = try #require(provider.forms.first)
            #expect(form.action == "\(site.url.origin)/auth/openid/return")
            let cookies = browser.cookies
            // Another site's POST comes without the site's cookies.
            browser.cookies = [:]
            let path = "/auth/openid/return"
            let between = try await browser.post(
                path, form.body, headers: [.secFetchSite: "cross-site", .origin: site.provider.url.origin])
            #expect(between.status == 200)
            #expect(between["Cache-Control"] == "no-store")
            #expect(between.cookies == [])
            #expect(between.text.contains("<button"))
            let next = try #require(between.form(to: path))
            browser.cookies = cookies
            let response = try await browser.submit(next)
            #expect(response.location == "/tasks")
            try await site.expectSignedIn(browser)
        }
    }

    @Test("A posted response without any sign-in under way is posted on once and no more")
    func formPostWithoutCookies() async throws {
        try await Site.running(changing: { $0.responseMode = .formPost }) { site in
            let provider = try await site.browser().startSignIn()
            let browser = site.browser()
            let between = try await browser.post("/auth/openid/return", try #require(provider.forms.first).body)
            let response = try await browser.submit(try #require(between.forms.first))
            try await site.expectRefused(response, 400, in: browser)
            #expect(site.provider.requests(at: .token).isEmpty)
        }
    }

    @Test(
        "Pushed authorization requests are used if they are offered or required",
        arguments: [PushedRequests.offered, .required])
    func pushed(requests: PushedRequests) async throws {
        try await Site.running { site in
            site.provider.change { $0.pushedRequests = requests }
            let browser = site.browser()
            #expect(try await browser.signIn().location == "/tasks")
            let seen = try #require(site.provider.requests(at: .authorization).first)
            #expect(Set(seen.query.fields.map(\.name)) == ["client_id", "request_uri"])
            #expect(site.provider.requests(at: .pushedRequest).count == 1)
            #expect(site.provider.problems == [])
        }
    }

    @Test(
        "The client authenticates as it is registered",
        arguments: [ClientAuthenticationMethod.clientSecretBasic, .clientSecretPost])
    func clientAuthentication(method: ClientAuthenticationMethod) async throws {
        var options = SiteOptions()
        options.authentication = method
        options.client.authentication = method.rawValue
        try await Site.running(options) { site in
            _ = try await site.signedIn()
            #expect(site.provider.problems == [])
        }
    }

    @Test(
        "A sign-in with max_age fails if the authentication isn't recent",
        arguments: [(0.0, "/tasks"), (-30, "/tasks"), (-7200, nil)] as [(Double, String?)])
    func maxAge(age: Double, location: String?) async throws {
        var options = SiteOptions()
        options.extraParameters = FormBody([("max_age", "3600")])
        options.prompt = "login"
        try await Site.running(options) { site in
            let time = Int(Date().timeIntervalSince1970 + age)
            site.provider.change { $0.claims["auth_time"] = .int(time) }
            let response = try await site.browser().signIn()
            #expect(response.location == location)
            let request = try #require(site.provider.requests(at: .authorization).first)
            #expect(request["max_age"] == "3600")
            #expect(request["prompt"] == "login")
        }
    }

    @Test(
        "A sign-in with prompt=login accepts no old auth_time, and no missing one",
        arguments: [0, -3600, nil] as [Double?])
    func maxAgeOfNothing(age: Double?) async throws {
        try await Site.running(changing: { $0.extraParameters = FormBody([("max_age", "0")]) }) { site in
            let time = age.map { JSON.int(Int(Date().timeIntervalSince1970 + $0)) } ?? .null
            site.provider.change { $0.claims["auth_time"] = time }
            let response = try await site.browser().signIn()
            #expect(response.location == (age == 0 ? "/tasks" : nil))
            #expect(site.provider.requests(at: .authorization).map { $0["max_age"] } == ["0"])
        }
    }

    @Test(
        "Extra query parameters of the operator are sent with each sign-in, by query and pushed",
        arguments: [PushedRequests.notOffered, .required])
    func extraParameters(requests: PushedRequests) async throws {
        let extra = [
            ("acr_values", "urn:a urn:b"), ("ui_locales", "de en"), ("domain_hint", "facebook.com"),
            ("audience", "https://api.example/?a=b&c"),
        ]
        var options = SiteOptions()
        options.extraParameters = FormBody(extra)
        options.prompt = "select_account"
        try await Site.running(options) { site in
            site.provider.change { $0.pushedRequests = requests }
            let response = try await site.browser().signIn()
            #expect(response.location == "/tasks")
            let request = try #require(
                site.provider.requests(at: requests == .required ? .pushedRequest : .authorization).first)
            for (name, value) in extra + [("prompt", "select_account")] { #expect(request[name] == value, "\(name)") }
            #expect(site.provider.problems == [])
        }
    }

    @Test("An ID token without the acr that was requested signs in, and the log says so", arguments: [true, false])
    func contextClass(isMissing: Bool) async throws {
        try await Site.running(changing: { $0.extraParameters = FormBody([("acr_values", "gold")]) }) { site in
            if !isMissing { site.provider.change { $0.claims = ["acr": "gold"] } }
            let response = try await site.browser().signIn()
            #expect(response.location == "/tasks")
            let lines = site.log.lines.filter { $0.contains("the ID token has no acr") }
            #expect(lines.count == (isMissing ? 1 : 0))
        }
    }

    @Test("A public client signs in by PKCE alone")
    func publicClient() async throws {
        try await Site.running(changing: {
            $0.client = RegisteredClient(id: "public", secret: nil, authentication: "none")
        }) { site in
            _ = try await site.signedIn()
            #expect(site.provider.problems == [])
        }
    }

    @Test("A wrong secret is logged for the operator, and no session starts")
    func wrongSecret() async throws {
        try await Site.running(changing: { $0.credential = .secret("not the one") }) { site in
            let browser = site.browser()
            try await site.expectRefused(try await browser.signIn(), 502, in: browser)
        }
    }

    @Test("Each sign-in has a state, a nonce and a challenge of its own")
    func freshValues() async throws {
        try await Site.running { site in
            for _ in 0..<3 { _ = try await site.signedIn() }
            let requests = site.provider.requests(at: .authorization)
            for name in ["state", "nonce", "code_challenge"] {
                #expect(Set(requests.map { $0[name] }).count == 3, "\(name)")
            }
        }
    }

    @Test("A third-party-initiated login passes on its login hint and target")
    func initiatedLogin() async throws {
        try await Site.running { site in
            let issuer = FormBody.encode(site.provider.url.description)
            let target = FormBody.encode("\(site.url.origin)/claims")
            let browser = site.browser()
            let response = try await browser.signIn(
                "/sign-in?iss=\(issuer)&login_hint=al%2Bice%40x.example&target_link_uri=\(target)")
            #expect(response.location == "/claims")
            #expect(site.provider.requests(at: .authorization)[0]["login_hint"] == "al+ice@x.example")
        }
    }

    @Test("The target of a third-party-initiated login counts if returnTo is no page of this site")
    func initiatedLoginWithUselessReturnPath() async throws {
        try await Site.running { site in
            let target = FormBody.encode("\(site.url.origin)/claims")
            for (returnTo, location) in [
                ("https://other.example", "/claims"), ("", "/claims"), ("/sessions", "/sessions"),
            ] {
                let response = try await site.browser().signIn(
                    "/sign-in?returnTo=\(FormBody.encode(returnTo))&target_link_uri=\(target)")
                #expect(response.location == location)
            }
        }
    }

    @Test(
        "A third-party-initiated login for another issuer is refused, and leads nowhere else", arguments: [false, true])
    func initiatedByAnother(isAuthorityUnreachable: Bool) async throws {
        try await Site.running { site in
            let browser = site.browser()
            if isAuthorityUnreachable { site.provider.change { $0.metadataFault = .serverError } }
            let page = try await browser.get("/sign-in?iss=https%3A%2F%2Fother.example")
            try await site.expectRefused(page, 400, in: browser)
            if isAuthorityUnreachable {
                let issuer = FormBody.encode(site.provider.url.description)
                return site.expectErrorPage(try await browser.get("/sign-in?iss=\(issuer)"), 502)
            }
            let elsewhere = try await browser.signIn("/sign-in?target_link_uri=https%3A%2F%2Fother.example%2Fx")
            #expect(elsewhere.location == "/tasks")
        }
    }

    @Test("UserInfo is fetched if the ID token has no name, and only then")
    func userInfo() async throws {
        try await Site.running { site in
            var browser = try await site.signedIn()
            #expect(site.provider.requests(at: .userInfo).isEmpty)
            site.provider.change { $0.idToken = .noName }
            browser = try await site.signedIn()
            #expect(try await browser.tasks().userName == "Alice")
            #expect(site.provider.requests(at: .userInfo).count == 1)
            #expect(try await browser.get("/claims").text.contains("UserInfo"))
            #expect(site.provider.problems == [])
        }
    }

    @Test(
        "UserInfo of another user, or an untrustworthy one, counts as not given",
        arguments: [
            UserInfoChange.otherSubject, .noSubject, .signedWrongly, .signedForAnother, .fault(.serverError),
            .fault(.html),
            .fault(.dropped),
        ])
    func badUserInfo(change: UserInfoChange) async throws {
        try await Site.running { site in
            site.provider.change {
                $0.idToken = .noName
                $0.userInfo = change
            }
            let browser = try await site.signedIn()
            // The next claim in the order of names.
            #expect(try await browser.tasks().userName == "alice@people.example")
            let isLogged = site.log.lines.contains { $0.contains("UserInfo is not used") }
            #expect(isLogged == ![.otherSubject, .noSubject].contains(change))
        }
    }

    @Test("A signed UserInfo is verified and used")
    func signedUserInfo() async throws {
        try await Site.running { site in
            site.provider.change {
                $0.idToken = .noName
                $0.userInfo = .signed
            }
            let page = try await site.signedIn().tasks()
            #expect(page.userName == "Alice")
        }
    }
}
