import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import OpenIDConnect
import SiteTesting
import TestSupport
import Testing
import WebSupport

/// Requests that change something and come from a page of another site: they are refused before anything changes.
@Suite struct CrossSiteRequestTests {
    struct Row: Sendable {
        let route: String
        /// The outcomes, where the route is one of the application's.
        let tasksWeb: String?
        let library: String?
        /// The form next to its token.
        let fields: [(name: String, value: String)]

        init(
            _ route: String, _ fields: [(name: String, value: String)] = [], tasksWeb: String?, library: String? = nil
        ) {
            (self.route, self.fields, self.tasksWeb, self.library) = (route, fields, tasksWeb, library)
        }

        func outcome(at application: SiteOptions.Application) -> String? {
            application == .tasksWeb ? tasksWeb : library
        }
    }

    /// Each route with an unsafe method.
    static let rows: [Row] = [
        Row("POST /tasks", [("task", "bread")], tasksWeb: "403", library: "403"),
        Row("POST /tasks/{id}", [("completed", "true")], tasksWeb: "403"),
        Row("POST /tasks/{id}/delete", tasksWeb: "403"),
        Row("POST /tasks/delete", [("task", "milk")], tasksWeb: "403"),
        Row("POST /tasks/complete-all", [("completed", "true")], tasksWeb: "403"),
        Row("POST /tasks/clear-completed", tasksWeb: "403"),
        Row("POST /tasks/kept", tasksWeb: "403"),
        Row("POST /tasks/kept/discard", tasksWeb: "403"),
        Row("POST /sessions/{id}/end", tasksWeb: "403"),
        Row("POST /sessions/end-others", tasksWeb: "403", library: "403"),
        Row("POST /accounts/remember", tasksWeb: "403"),
        Row("POST /accounts/forget", tasksWeb: "403"),
        Row("POST /accounts/forget-all", tasksWeb: "403"),
        Row("POST /keys/choice", [("off", "true")], tasksWeb: "403"),
        Row("POST /sign-out", tasksWeb: "403", library: "403"),
        // These two go by what the form has: the state of a sign-in, a signed token.
        Row("POST /auth/openid/return", [("state", "s"), ("code", "c")], tasksWeb: "200", library: "200"),
        Row(
            "POST /auth/openid/back-channel-logout", [("logout_token", "x")], tasksWeb: "400", library: "403"),
    ]

    struct Case: Sendable, CustomTestStringConvertible {
        let application: SiteOptions.Application
        let row: Row
        let outcome: String

        var testDescription: String { "\(application): \(row.route)" }
    }

    static let cases = SiteOptions.Application.allCases.flatMap { application in
        rows.compactMap { row in
            row.outcome(at: application).map { Case(application: application, row: row, outcome: $0) }
        }
    }

    private static func options(_ application: SiteOptions.Application) -> SiteOptions {
        var options = SiteOptions()
        // With responses as a form, the redirect URI has a POST too.
        (options.application, options.responseMode) = (application, .formPost)
        return options
    }

    /// The header fields of browsers and pages of other sites.
    private static let sources: [HTTPFields] = [
        [.secFetchSite: "cross-site", .origin: "https://other.example"], [.secFetchSite: "same-site"],
        [.origin: "https://other.example"], [.origin: "null"], [.secFetchSite: "none", .origin: "null"],
        [.secFetchSite: "cross-site", .secFetchMode: "no-cors"],
    ]

    @Test(
        "Each route that changes something has a row in the table of cross-site requests",
        arguments: SiteOptions.Application.allCases)
    func completeTable(application: SiteOptions.Application) async throws {
        try await Site.running(Self.options(application)) { site in
            let unsafe = site.routes.filter { !$0.hasPrefix("GET ") && !$0.hasPrefix("HEAD ") }
            let tabled = Self.rows.filter { $0.outcome(at: application) != nil }
            #expect(Set(unsafe) == Set(tabled.map(\.route)))
        }
    }

    @Test("A request of another site changes nothing, whatever else is right with it", arguments: cases)
    func changesNothing(_ tabled: Case) async throws {
        try await Site.running(Self.options(tabled.application)) { site in
            let browser = try await Self.signedIn(at: site)
            let csrf = try await site.formToken(browser)
            let path = try await Self.path(of: tabled.row.route, browser)
            let (cookies, provided, called) = (
                browser.cookies, site.provider.requests.count, site.apiServer.requests.count
            )
            let stored = Self.changes(site.store)
            for fields in Self.sources {
                let outcome = try await Outcome.of(site) {
                    var request = TabledRequest.post(path, from: .unnamed)
                    request.fields = fields
                    return try await request.send(by: browser, of: site, csrf: csrf, tabled.row.fields)
                }
                #expect(outcome.text == tabled.outcome, "\(fields)")
            }
            #expect(browser.cookies == cookies && Self.changes(site.store) == stored)
            #expect(site.provider.requests.count == provided && site.apiServer.requests.count == called)
            #expect(try await browser.get("/tasks").status == 200, "the session has ended")
        }
    }

    @Test(
        "A request of this site gets to its route, whereas another site's is refused",
        arguments: cases.filter { $0.outcome == "403" })
    func sameRequestOfThisSite(_ tabled: Case) async throws {
        try await Site.running(Self.options(tabled.application)) { site in
            let browser = try await Self.signedIn(at: site)
            let csrf = try await site.formToken(browser)
            let path = try await Self.path(of: tabled.row.route, browser)
            let page = try await TabledRequest.post(path).send(by: browser, of: site, csrf: csrf, tabled.row.fields)
            #expect(
                page.status == (tabled.row.fields.contains { $0.name == "logout_token" } ? 400 : 303),
                "\(page.error ?? "")")
        }
    }

    /// A browser with a session; at the front end also with tasks, a remembered account, and another session.
    private static func signedIn(at site: Site) async throws -> Browser {
        _ = try await signIn(at: site)
        let browser = try await signIn(at: site)
        guard site.options.application == .tasksWeb else { return browser }
        let csrf = try await site.formToken(browser)
        for (path, fields) in [
            ("/tasks", [("task", "bread")]), ("/tasks", [("task", "milk")]), ("/accounts/remember", []),
        ] {
            let page = try await browser.post(path, FormBody([("csrf", csrf)] + fields))
            try #require(page.status == 303)
        }
        return browser
    }

    private static func signIn(at site: Site) async throws -> Browser {
        let browser = site.browser()
        let response = try await browser.submit(try #require(try await browser.startSignIn().forms.first))
        try #require(response.status == 303)
        return browser
    }

    /// The path of a route, with the identifier of a task or the name of another session.
    private static func path(of route: String, _ browser: Browser) async throws -> String {
        let path = String(route.drop { $0 != "/" })
        guard path.contains("{id}") else { return path }
        let id: String?
        if path.hasPrefix("/sessions/") {
            let forms = try await browser.get("/sessions").forms
            id = forms.lazy.compactMap { $0.action.firstMatch(of: #/^\/sessions\/([^\/]+)\/end$/#)?.1 }.first.map(
                String.init)
        } else {
            id = try await browser.tasks().taskIDs.last
        }
        return path.replacing("{id}", with: try #require(id))
    }

    /// The calls of the store that change something, as often as they were made.
    private static func changes(_ store: SwitchableSessionStore) -> [Int] {
        let calls: [SwitchableSessionStore.Call] = [
            .insert, .acquireLease, .replaceTokens, .end, .endAll, .consume, .storePendingForm, .takePendingForm,
        ]
        return calls.map { store.count(of: $0) }
    }
}
