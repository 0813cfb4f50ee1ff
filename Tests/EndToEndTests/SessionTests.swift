import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing
import WebSupport

/// Sessions: their cookies, and the responses that change them.
@Suite struct SessionTests {
    @Test("A session's cookie is for this host alone and HttpOnly, and lasts to the session's end")
    func attributes() async throws {
        try await Site.running(changing: { $0.lifetime = .seconds(7200) }) { site in
            let browser = site.browser()
            let provider = try await browser.startSignIn()
            let cookies = try await browser.follow(provider).cookies.filter { !$0.isExpiring }
            let cookie = try #require(cookies.first { $0.name == "latchkey" })
            #expect(cookies.map(\.name).sorted() == ["latchkey", "latchkey-rounds"])
            #expect(
                cookie.attributes.filter { $0.key != "max-age" } == ["path": "/", "httponly": "", "samesite": "Lax"])
            #expect((7080...7200).contains(Int(cookie.attributes["max-age"] ?? "") ?? 0))
        }
    }

    @Test("Over HTTPS cookies have the prefix and are secure, and the redirect URI has https")
    func overHTTPS() async throws {
        let certificate = try await TestCertificate()
        try await Site.running(changing: { $0.certificate = certificate }) { site in
            let browser = site.browser()
            let first = try await browser.get("/sign-in")
            let attempt = try #require(first.cookies.first)
            let last = try await browser.follow(try await browser.follow(first))
            let session = try #require(last.cookies.first { $0.name == "__Host-latchkey" && !$0.isExpiring })
            for cookie in [attempt, session] + last.cookies {
                #expect(cookie.name.hasPrefix("__Host-latchkey"))
                #expect(
                    cookie.attributes.filter { $0.key != "max-age" } == [
                        "path": "/", "httponly": "", "samesite": "Lax", "secure": "",
                    ])
            }
            #expect(
                try await browser.tasks()["Strict-Transport-Security"] == nil,
                "it would hold for each port of localhost")
            _ = try await browser.signOut()
            #expect(browser.cookies.isEmpty)
        }
    }

    @Test("A sign-in's cookie lasts ten minutes")
    func attemptAttributes() async throws {
        try await Site.running { site in
            let cookie = try #require(try await site.browser().get("/sign-in").cookies.first)
            #expect(cookie.name.hasPrefix("latchkey-sign-in."))
            #expect(cookie.attributes == ["path": "/", "httponly": "", "samesite": "Lax", "max-age": "600"])
        }
    }

    @Test("Pages that change nothing set no cookie")
    func noNeedlessCookies() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            for path in [
                "/", "/tasks", "/tasks?show=active", "/claims", "/sessions", "/signed-out", "/nowhere", "/healthz",
                "/readyz",
            ] {
                #expect(try await browser.get(path).cookies == [], "\(path)")
            }
            let form = try #require(try await browser.tasks().form(to: "/tasks"))
            #expect(try await browser.submit(form.with("task", "x")).cookies == [])
            for path in ["/", "/tasks", "/claims", "/nowhere"] {
                #expect(try await site.browser().get(path).cookies == [], "\(path) signed out")
            }
        }
    }

    @Test(
        "A session's cookie that does not open counts as none and is cleared",
        arguments: ["x", "", "AAAA", String(repeating: "A", count: 4000), "\"quoted\"", "%00"])
    func nonsense(value: String) async throws {
        try await Site.running { site in
            let browser = site.browser()
            browser.cookies = ["latchkey": value, "latchkey.1": "y", "latchkey.99999999": "z", "other": "stays"]
            let page = try await browser.get("/tasks")
            #expect(page.locationPath == "/sign-in")
            #expect(browser.cookies == ["other": "stays"])
        }
    }

    /// Rubbish under the names of the other sealed cookies.
    private static let unopened: CookieJar = [
        "latchkey-undo": "x", "latchkey-undo.1": "y", "latchkey-accounts": String(repeating: "A", count: 200),
        "latchkey-rounds": "", "latchkey-sign-in.abc": "x",
    ]
    /// Cookies that aren't sealed, or not the site's.
    private static let unsealed: CookieJar = [
        "latchkey-kept.1-a": "stays", "latchkey-language": "de", "latchkey-keys": "off", "latchkeys": "stays",
    ]

    @Test(
        "A navigation clears the sealed cookies that don't open, and no others, signed in or not",
        arguments: [true, false])
    func otherCookies(isSignedIn: Bool) async throws {
        try await Site.running { site in
            let browser = isSignedIn ? try await site.signedIn() : site.browser()
            browser.cookies["latchkey-rounds"] = nil
            let before = browser.cookies
            for (name, value) in Self.unopened { browser.cookies[name] = value }
            for (name, value) in Self.unsealed { browser.cookies[name] = value }
            let fetched = try await browser.get("/sessions", headers: [.secFetchMode: "cors"])
            #expect(fetched.cookies == [])
            let page = try await browser.get("/sessions")
            #expect(Set(page.cookies.map(\.name)) == Set(Self.unopened.keys))
            #expect(Set(browser.cookies.keys) == Set(before.keys + Self.unsealed.keys))
            #expect(try await browser.get("/sessions").cookies == [])
            if isSignedIn { try await site.expectSignedIn(browser) }
        }
    }

    @Test("Sealed cookies that open stay, and under another key the first navigation clears all of them")
    func otherKey() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let sessions = try await browser.get("/sessions")
            _ = try await browser.submit(try #require(sessions.form(to: "/accounts/remember")))
            _ = try await browser.startSignIn()
            let cookies = browser.cookies
            #expect(Set(cookies.keys).isSuperset(of: ["latchkey", "latchkey-accounts", "latchkey-rounds"]))
            #expect(cookies.count == 4)
            for path in ["/", "/tasks", "/claims"] { #expect(try await browser.get(path).cookies == [], "\(path)") }
            try await Site.elsewhere(than: site) { other in
                let elsewhere = other.browser()
                elsewhere.cookies = cookies
                let page = try await elsewhere.get("/tasks")
                #expect(page.locationPath == "/sign-in")
                #expect(elsewhere.cookies.isEmpty)
            }
        }
    }

    @Test("A navigation that sets a cookie in place of one that doesn't open doesn't clear it")
    func replaced() async throws {
        try await Site.running { site in
            let browser = site.browser()
            browser.cookies["latchkey-rounds"] = "x"
            let provider = try await browser.startSignIn()
            browser.cookies["latchkey-rounds"] = "x"
            #expect(try await browser.follow(provider).location == "/tasks")
            #expect(browser.cookies["latchkey-rounds"].map { $0.count > 40 } == true)
        }
    }

    @Test("A session's cookie with one byte changed, under another name, or of other keys does not open")
    func changed() async throws {
        try await Site.running { site in
            let value = try #require(try await site.signedIn().cookies["latchkey"])
            for place in stride(from: 0, to: value.count, by: max(1, value.count / 24)) {
                let index = value.index(value.startIndex, offsetBy: place)
                let other = value[..<index] + (value[index] == "A" ? "B" : "A") + value[value.index(after: index)...]
                let browser = site.browser()
                browser.cookies = ["latchkey": String(other)]
                #expect(try await browser.get("/").status == 200, "byte \(place)")
            }
            let renamed = site.browser()
            renamed.cookies = ["__Host-latchkey": value]
            try await site.expectSignedOut(renamed)
            site.provider.user = .alice
            try await Site.elsewhere(than: site) { other in
                let browser = other.browser()
                browser.cookies = ["latchkey": value]
                try await other.expectSignedOut(browser)
            }
        }
    }

    @Test("Every sign-in makes a new session and ends the one that it replaces")
    func newSession() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let old = browser.copy()
            let csrf = try await site.csrf(browser)
            _ = try await browser.signIn()
            #expect(browser.cookies["latchkey"] != old.cookies["latchkey"])
            try await site.expectSignedOut(old)
            site.expectErrorPage(try await browser.post("/tasks", FormBody([("csrf", csrf), ("task", "x")])), 403)
            try await site.expectSignedIn(browser)
        }
    }

    @Test("A session that somebody else planted is not taken over by a sign-in")
    func fixation() async throws {
        try await Site.running { site in
            let attacker = try await site.signedIn(as: .bob)
            let victim = site.browser(attacker.cookies)
            site.provider.user = .alice
            _ = try await victim.signIn()
            #expect(try await victim.tasks().userName == "Alice")
            try await site.expectSignedOut(attacker)
        }
    }

    // MARK: Claims that change

    /// With separate issuers, as B2C has them if the claim `iss` is set to name the policy.
    @Test(
        "A response of the profile policy for the same user changes the claims only",
        arguments: ["/profile", "/password-reset"],
        [false, true])
    func profile(path: String, policiesHaveIssuers: Bool) async throws {
        try await Site.running(changing: { $0.policies = .inPath }) { site in
            let browser = try await site.signedIn()
            let form = try #require(try await browser.tasks().form(to: "/tasks"))
            let token = try #require(site.apiServer.requests.last?.headerFields[.authorization])
            var renamed = ScriptedUser.alice
            renamed.name = "Alice Renamed"
            site.provider.user = renamed
            if policiesHaveIssuers {
                site.provider.change {
                    $0.metadata = ["issuer": .string("\(site.provider.url.origin)/tfp/tenant/policy/v2.0/")]
                }
            }
            let response = try await browser.signIn("\(path)?returnTo=/claims")
            #expect(response.location == "/claims")
            let page = try await browser.tasks()
            #expect(page.userName == "Alice Renamed")
            #expect(try await browser.get("/claims").text.contains("Alice Renamed"))
            #expect(site.apiServer.requests.last?.headerFields[.authorization] == token, "the tokens are others")
            #expect(try await browser.submit(form.with("task", "x")).status == 303, "the csrf is another")
            // Refresh and sign-out still go to the policy that issued the grant.
            _ = try await browser.follow(try await browser.signOut())
            #expect(site.provider.requests(at: .endSession).map(\.policy) == ["b2c_1_sign_in"])
        }
    }

    @Test(
        "A profile policy's response for another user, or without a session, leads to sign-in and starts no session",
        arguments: [true, false])
    func profileOfAnother(isSignedIn: Bool) async throws {
        try await Site.running(changing: { $0.policies = .inPath }) { site in
            let browser = isSignedIn ? try await site.signedIn() : site.browser()
            site.provider.user = .bob
            let response = try await browser.signIn("/profile?returnTo=/claims")
            #expect(response.locationPath == "/sign-in")
            #expect(response.location?.contains("returnTo=%2Fclaims") == true)
            if isSignedIn {
                #expect(try await browser.tasks().userName == "Alice")
            } else {
                #expect(browser.sessionCookies == [])
            }
        }
    }

    // MARK: Size

    @Test(
        "A long token continues in further cookies, comes back whole, and they end with the session",
        arguments: [3000, 4000, 5000, 7000, 8000])
    func longTokens(length: Int) async throws {
        try await Site.running { site in
            site.provider.change { $0.opaqueAccessTokenLength = length }
            site.api.respond(always: .json("[]"))
            let browser = site.browser()
            let provider = try await browser.startSignIn()
            let response = try await browser.follow(provider)
            let names = response.cookies.filter { !$0.isExpiring && $0.name != "latchkey-rounds" }.map(\.name)
            #expect(names == (0..<names.count).map { $0 == 0 ? "latchkey" : "latchkey.\($0)" })
            #expect(length < 3500 || names.count > 1)
            for cookie in response.cookies { #expect(cookie.name.utf8.count + 1 + cookie.value.utf8.count <= 4096) }
            #expect(browser.cookies.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 1 } < 12 * 1024)
            _ = try await browser.tasks()
            let token = try #require(site.apiServer.requests.last?.headerFields[.authorization])
            #expect(token.utf8.count == "Bearer opaque-".utf8.count + length)

            // A part that is missing, or from another session, opens nothing.
            if names.count > 1 {
                let part = browser.copy()
                part.cookies["latchkey.1"] = nil
                try await site.expectSignedOut(part)
                let mixed = browser.copy()
                mixed.cookies["latchkey.1"] = try await site.signedIn().cookies["latchkey.1"]
                try await site.expectSignedOut(mixed)
            }
            // A shorter session leaves nothing of the longer one.
            site.provider.change { $0.opaqueAccessTokenLength = 20 }
            _ = try await browser.signIn()
            #expect(browser.sessionCookies == ["latchkey"])
            _ = try await browser.signOut()
            #expect(browser.cookies.isEmpty)
        }
    }

    @Test("However long the ID token is, the session's cookie stays short")
    func longIDToken() async throws {
        try await Site.running { site in
            var user = ScriptedUser.alice
            user.claims = ["groups": .array((0..<400).map { .string("group number \($0)") })]
            let browser = try await site.signedIn(as: user)
            #expect(browser.sessionCookies == ["latchkey"])
            #expect(try await browser.tasks().userName == "Alice")
            #expect(try await browser.get("/claims").text.contains("group number 399"))
            #expect(try await browser.signOut().status == 303)
        }
    }

    @Test("A session too large for cookies gets an error page, and sets none")
    func tooLong() async throws {
        try await Site.running { site in
            site.provider.change { $0.opaqueAccessTokenLength = 12_500 }
            let browser = site.browser()
            try await site.expectRefused(try await browser.signIn(), 502, in: browser)
        }
    }
}
