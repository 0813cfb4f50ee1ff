import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import OpenIDConnect
import SiteTesting
import Testing
import WebSupport

/// HEAD and prefetches: what a page's GET needs is still there after them.
@Suite struct HarmlessRequestTests {
    /// A route, and what comes of its requests.
    struct Row: Sendable {
        let route: String
        let application: SiteOptions.Application
        /// The outcome of the first GET.
        let get: String
        /// The outcome of HEAD, after which a GET has the outcome of the first.
        let head: String
        /// The outcome of a prefetch, after which a GET has the outcome of the first, too.
        let prefetch: String
        /// Prepares the browser, and returns the path and query.
        let target: @Sendable (Site, Browser) async throws -> String

        init(
            _ application: SiteOptions.Application, _ route: String, get: String, head: String,
            prefetch: String, target: (@Sendable (Site, Browser) async throws -> String)? = nil
        ) {
            (self.application, self.route, self.get, self.head) = (application, route, get, head)
            self.prefetch = prefetch
            self.target = target ?? { _, _ in route }
        }
    }

    private static let signedIn = "303 /tasks +latchkey +latchkey-rounds -latchkey-sign-in.* code"

    /// Each GET route.
    static let rows: [Row] =
        SiteOptions.Application.allCases.flatMap { application in
            [
                Row(
                    application, "/sign-in", get: "303 provider +latchkey-sign-in.*", head: "303 provider",
                    prefetch: "401"),
                Row(
                    application, "/auth/openid/return", get: signedIn, head: "200", prefetch: "503", target: response),
                Row(application, "/auth/openid/front-channel-logout", get: "200", head: "200", prefetch: "200"),
                Row(application, "/claims", get: "200", head: "200", prefetch: "200"),
                Row(application, "/signed-out", get: "200", head: "200", prefetch: "200"),
            ]
        } + [
            Row(.tasksWeb, "/", get: "303 /tasks", head: "303 /tasks", prefetch: "303 /tasks"),
            Row(.library, "/", get: "200", head: "200", prefetch: "200"),
            Row(
                .tasksWeb, "/tasks", get: "200 -latchkey-undo", head: "200", prefetch: "200", target: deletedTask),
            Row(.library, "/tasks", get: "200", head: "200", prefetch: "200"),
            Row(.tasksWeb, "/tasks.txt", get: "200", head: "200", prefetch: "200"),
            Row(.tasksWeb, "/tasks.json", get: "200", head: "200", prefetch: "200"),
            Row(.tasksWeb, "/sessions", get: "200", head: "200", prefetch: "200"),
            Row(.tasksWeb, "/keys", get: "200", head: "200", prefetch: "200"),
            Row(
                .tasksWeb, "/language", get: "303 / +latchkey-language", head: "303 /", prefetch: "303 /"
            ) { _, _ in "/language?lang=de" },
        ]

    /// Starts a sign-in, and returns the redirect URI with the provider's response.
    private static let response: @Sendable (Site, Browser) async throws -> String = { site, browser in
        let location = try #require(try await browser.startSignIn().location)
        return String(location.dropFirst(site.publicOrigin.count))
    }

    /// Deletes a task, which the next page of tasks offers to restore.
    private static let deletedTask: @Sendable (Site, Browser) async throws -> String = { site, browser in
        let csrf = try await site.formToken(browser)
        for path in ["/tasks", "/tasks/delete"] {
            let page = try await browser.post(path, FormBody([("csrf", csrf), ("task", "milk")]))
            try #require(page.status == 303)
        }
        try #require(browser.cookies["latchkey-undo"] != nil)
        return "/tasks"
    }

    /// The fields by which browsers mark a prefetch.
    private static let prefetches: [HTTPFields] = [
        [.secPurpose: "prefetch"], [.secPurpose: "prefetch;prerender"], [.xPurpose: "preview"],
        [.purpose: "prefetch"], [.xMoz: "prefetch"],
    ]

    @Test("Each GET route has a row in the table of harmless requests", arguments: SiteOptions.Application.allCases)
    func completeTable(application: SiteOptions.Application) async throws {
        try await Site.running(SiteOptions(application: application)) { site in
            let gets = site.routes.filter { $0.hasPrefix("GET ") }.map { String($0.dropFirst("GET ".count)) }
            #expect(Set(gets) == Set(Self.rows.filter { $0.application == application }.map(\.route)))
        }
    }

    @Test("HEAD and a prefetch leave what the page's GET needs", arguments: rows)
    func leftForGet(_ row: Row) async throws {
        try await Site.running(SiteOptions(application: row.application)) { site in
            func expect(
                _ outcome: String, _ what: String, _ target: String, _ browser: Browser,
                method: HTTPRequest.Method = .get, _ fields: HTTPFields = [:]
            ) async throws {
                let found = try await Outcome.of(site) {
                    try await browser.get(target, method: method, headers: fields)
                }
                #expect(found.text == outcome, "\(what)")
            }
            let browser = try await site.signedIn()
            try await expect(row.get, "GET", try await row.target(site, browser), browser)
            let checked = try await site.signedIn()
            var target = try await row.target(site, checked)
            try await expect(row.head, "HEAD", target, checked, method: .head)
            try await expect(row.get, "GET after HEAD", target, checked)
            for fields in Self.prefetches {
                let prefetching = try await site.signedIn()
                target = try await row.target(site, prefetching)
                try await expect(row.prefetch, "prefetch by \(fields)", target, prefetching, fields)
                let again = try await prefetching.get(target, headers: fields)
                #expect((again.headers[.retryAfter] != nil) == (again.status == 503), "prefetch by \(fields)")
                try await expect(row.get, "GET after \(fields)", target, prefetching)
            }
        }
    }

    @Test(
        "HEAD of a sign-in's start drops none of four sign-ins that the user has started",
        arguments: SiteOptions.Application.allCases)
    func headOfStart(application: SiteOptions.Application) async throws {
        try await Site.running(SiteOptions(application: application)) { site in
            let browser = site.browser()
            let oldest = try await browser.startSignIn()
            for _ in 0..<3 { _ = try await browser.get("/sign-in") }
            _ = try await browser.get("/sign-in", method: .head)
            #expect(try await browser.follow(oldest).status == 303)
        }
    }

    /// Requests that are no GET of a page that the user wants to see.
    static let reads: [(HTTPRequest.Method, HTTPFields)] = [(.head, HTTPFields()), (.get, [.secPurpose: "prefetch"])]

    @Test(
        "HEAD and a prefetch of the front-channel logout end no session, as a GET does",
        arguments: SiteOptions.Application.allCases, reads)
    func frontChannelLogout(
        application: SiteOptions.Application, read: (method: HTTPRequest.Method, fields: HTTPFields)
    ) async throws {
        try await Site.running(SiteOptions(application: application)) { site in
            let browser = try await site.signedIn()
            let token = try #require(site.provider.idTokens.last)
            let session = try #require(Claims.unverified(ofJWT: token)?[string: "sid"])
            let query = FormBody([("iss", site.provider.url.origin), ("sid", session)])
            let target = "/auth/openid/front-channel-logout?\(query.encoded)"
            let page = try await site.browser().get(target, method: read.method, headers: read.fields)
            #expect(page.status == 200 && page.cookies == [])
            #expect(try await browser.get("/claims").status == 200)
            _ = try await site.browser().get(target)
            #expect(try await browser.get("/claims").locationPath == "/sign-in")
        }
    }

    @Test(
        "HEAD and a prefetch with an expired access token refresh it, and set the cookie",
        arguments: SiteOptions.Application.allCases, reads)
    func refreshing(
        application: SiteOptions.Application, read: (method: HTTPRequest.Method, fields: HTTPFields)
    ) async throws {
        try await Site.running(SiteOptions(application: application)) { site in
            site.provider.change { $0.accessTokenLifetime = 0 }
            let browser = try await site.signedIn()
            let first = try await Outcome.of(site) {
                try await browser.get("/tasks", method: read.method, headers: read.fields)
            }
            #expect(first.text == "200 +latchkey refresh")
            let second = try await Outcome.of(site) { try await browser.get("/tasks") }
            #expect(second.text == "200")
        }
    }

    @Test(
        "HEAD of a page whose refresh requires interaction sets no cookie",
        arguments: SiteOptions.Application.allCases)
    func headOfInteraction(application: SiteOptions.Application) async throws {
        try await Site.running(SiteOptions(application: application)) { site in
            site.provider.change { ($0.accessTokenLifetime, $0.refresh) = (0, .error("interaction_required")) }
            let browser = try await site.signedIn()
            let head = try await Outcome.of(site) { try await browser.get("/tasks", method: .head) }
            #expect(head.text == "303 provider refresh")
            let page = try await Outcome.of(site) { try await browser.get("/tasks") }
            #expect(page.text == "303 provider +latchkey-rounds +latchkey-sign-in.* refresh")
        }
    }
}
