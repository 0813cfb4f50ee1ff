import FoundationEssentials
import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SealedCookies
import SiteTesting
import TestSupport
import Testing

/// Secrets that must stay between the site and the provider, whatever happens.
@Suite struct SecretsTests {
    /// The parameters that are secrets, wherever they are sent to the provider.
    private static let secretParameters = [
        "code", "code_verifier", "refresh_token", "client_secret", "client_assertion", "token", "id_token_hint",
    ]

    @Test("No token, code, verifier, secret or cookie gets into the log, a page or an error, whatever goes wrong")
    func nothingLeaks() async throws {
        try await Site.running { site in
            let browsers = try await Self.everyTrouble(at: site)
            let secrets = Self.secrets(of: site, browsers)
            #expect(secrets.count > 100, "hardly anything was met")
            #expect(site.log.lines.count > 100, "hardly anything was logged")
            let logged = SearchedText(site.log.lines)
            let pages = browsers.flatMap(\.pages).filter { $0.url.origin == site.url.origin }
            let shown = SearchedText(pages.map(\.text))
            #expect(pages.count { $0.error != nil } > 30, "hardly anything went wrong")
            for secret in secrets {
                #expect(!logged.contains(secret.telling), "\(secret.kind) was logged")
                #expect(!shown.contains(secret.telling), "\(secret.kind) was shown")
            }
        }
    }

    @Test("The search for secrets finds a code of the query in a log that has it")
    func theSearchFinds() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            _ = try await browser.tasks()
            let secrets = Self.secrets(of: site, [browser])
            for kind in ["code", "code_verifier", "access token", "ID token", "cookie", "client_secret"] {
                #expect(secrets.contains { $0.kind == kind }, "no \(kind) was met")
            }
            let code = try #require(site.provider.requests(at: .token).last?["code"])
            let logged = SearchedText(["GET /auth/openid/return?code=\(code)&state=x"])
            #expect(secrets.contains { logged.contains($0.telling) })
        }
    }

    // MARK: What goes wrong

    private static func everyTrouble(at site: Site) async throws -> [Browser] {
        let tokenResponses =
            TokenResponseChange.unusable + [.error("invalid_grant"), .azureError(90088), .azureError(90080)]
        let redirects =
            RedirectChange.refused + [
                .error("access_denied", description: "echo of everything"), .azureError(90006), .azureError(90118),
            ]
        var signIns: [Misbehaviour] = []
        for change in tokenResponses { signIns.append(changed { $0.code = change }) }
        for change in redirects { signIns.append(changed { $0.redirect = change }) }
        for change in IDTokenChange.allCases { signIns.append(changed { $0.idToken = change }) }
        for change in [UserInfoChange.otherSubject, .noSubject, .signedWrongly] {
            signIns.append(changed { $0.userInfo = change })
        }
        for fault in ResponseFault.unusable { signIns.append(changed { $0.metadataFault = fault }) }
        var refreshes: [Misbehaviour] = []
        for change in tokenResponses { refreshes.append(changed { $0.refresh = change }) }
        for change in [IDTokenChange.noSubject, .wrongIssuer] {
            refreshes.append(changed { $0.refreshedIDToken = change })
        }

        var browsers: [Browser] = []
        for misbehaviour in signIns {
            browsers.append(try await trouble(site) { try await signInAgain(site, $0, misbehaviour) })
        }
        for misbehaviour in refreshes {
            browsers.append(try await trouble(site) { try await refresh(site, $0, misbehaviour) })
        }
        for status in [401, 403, 404, 422, 429, 500] {
            browsers.append(
                try await trouble(site) { browser in
                    site.api.respond(
                        always: LoopbackResponse(HTTPResponse.Status(code: status), body: Array("<secret>".utf8)))
                    _ = try await browser.get("/tasks")
                    _ = try await browser.post("/tasks", FormBody([("task", "a"), ("csrf", "wrong")]))
                })
        }
        browsers.append(try await trouble(site) { _ = try await $0.signOut() })
        browsers.append(
            try await trouble(site) { browser in
                site.store.fail()
                let page = try await browser.signOut()
                #expect(page.status == 503)
                site.store.recover()
            })
        browsers.append(try await trouble(site) { try await endedByProvider(site, $0) })
        browsers.append(try await trouble(site) { try await changedCookies(site, $0) })
        return browsers
    }

    /// Signs a user in, lets something go wrong, and puts it right again.
    private static func trouble(_ site: Site, _ body: (Browser) async throws -> Void) async throws -> Browser {
        let browser = try await site.signedIn()
        try await body(browser)
        site.provider.behave()
        site.api.behave()
        return browser
    }

    private static func endedByProvider(_ site: Site, _ browser: Browser) async throws {
        let logout = "/auth/openid/back-channel-logout"
        let form = try #require(try await browser.tasks().form(to: "/tasks"))
        let refused = try site.provider.logoutToken(subject: ScriptedUser.alice.subject, .wrongAudience)
        _ = try await browser.post(logout, FormBody([("logout_token", refused)]))
        let token = try site.provider.logoutToken(subject: ScriptedUser.alice.subject)
        _ = try await browser.post(logout, FormBody([("logout_token", token)]))
        _ = try await browser.submit(form)
    }

    /// The site's cookies, changed, and a right code with a wrong state.
    private static func changedCookies(_ site: Site, _ browser: Browser) async throws {
        var cookies = browser.cookies
        for name in cookies.keys { cookies[name] = cookies[name].map { String($0.reversed()) } }
        browser.cookies = cookies
        _ = try await browser.get("/tasks")
        _ = try await browser.get(
            "/auth/openid/return?code=\(site.provider.requests(at: .token).last?["code"] ?? "")&state=x")
        _ = try await browser.get("/claims")
    }

    private static func signInAgain(_ site: Site, _ browser: Browser, _ misbehaviour: Misbehaviour) async throws {
        site.provider.change { $0 = misbehaviour }
        let started = try await browser.get("/sign-in")
        guard started.status == 303 else { return }
        let response = try await browser.follow(started)
        guard response.location != nil else { return }
        _ = try await browser.follow(response)
        _ = try await browser.get("/claims")
    }

    private static func refresh(_ site: Site, _ browser: Browser, _ misbehaviour: Misbehaviour) async throws {
        site.provider.endAccessTokens()
        site.provider.change { $0 = misbehaviour }
        _ = try await browser.get("/tasks")
        _ = try await browser.get("/sessions")
    }

    // MARK: What must not be found

    private struct Secret: Hashable {
        let kind: String
        let value: String

        /// A part of the value that is unique to it: JWTs start alike, and sealed values too.
        var telling: String {
            value.count < 48 ? value : String(value.suffix(32))
        }
    }

    private static func secrets(of site: Site, _ browsers: [Browser]) -> Set<Secret> {
        var secrets: [Secret] = []
        for request in site.provider.requests {
            secrets += secretParameters.compactMap { name in request[name].map { Secret(kind: name, value: $0) } }
            if let bearer = request.bearer { secrets.append(Secret(kind: "access token", value: bearer)) }
        }
        for call in site.apiServer.requests {
            let field = call.headerFields[.authorization] ?? ""
            secrets.append(Secret(kind: "access token", value: String(field.dropFirst("Bearer ".count))))
        }
        secrets += site.provider.idTokens.map { Secret(kind: "ID token", value: $0) }
        secrets += browsers.flatMap(\.pages).filter { $0.url.origin == site.url.origin }.flatMap(\.cookies)
            .map { Secret(kind: "cookie", value: $0.value) }
        secrets.append(Secret(kind: "client_secret", value: site.options.client.secret ?? ""))
        return Set(secrets.filter { $0.value.count >= 8 })
    }
}
