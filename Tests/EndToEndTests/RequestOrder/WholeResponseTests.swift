import HTTPTransport
import HTTPTypes
import HummingbirdOpenIDConnect
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing

/// The limit of all cookies together, and the refusals that come before the application.
@Suite struct WholeResponseTests {
    typealias Row = TableRow

    /// Five cookies of pending forms, of which four fit next to a session.
    private static let pending: CookieJar = [
        "latchkey-kept.1-a": String(repeating: "a", count: 3000),
        "latchkey-kept.2-b": String(repeating: "b", count: 3000),
        "latchkey-kept.3-c": String(repeating: "c", count: 3000),
        "latchkey-kept.4-d": String(repeating: "d", count: 3000),
        "latchkey-kept.5-e": String(repeating: "e", count: 3000),
    ]

    private static let large = Row.cases([
        Row("a page", .get("/claims"), both: "200 -latchkey-kept.*"),
        Row("a page without a session", .get("/signed-out", by: .new), both: "200 -latchkey-kept.*"),
        Row("a background request", .get("/claims", isNavigation: false), both: "200 -latchkey-kept.*"),
        Row("a redirect", .get("/tasks", by: .new), both: "303 /sign-in -latchkey-kept.*"),
        Row(
            "a redirect that sets cookies", .get("/sign-in", by: .new),
            both: "303 provider -latchkey-kept.* +latchkey-sign-in.*"),
        Row(
            "a redirect that removes cookies", .get("/tasks", by: .tampered),
            both: "303 /sign-in -latchkey -latchkey-kept.*"),
        Row("a refusal", .post("/tasks", from: .anotherSite), both: "403 -latchkey-kept.*"),
        Row("an error of the sign-in", .get("/sign-in?hint=x"), both: "404 -latchkey-kept.*"),
        Row("endings unread", .get("/tasks", by: .unread), tasksWeb: "503 -latchkey-kept.*", library: nil),
        Row("a body that is too large", .post("/tasks", .tooLarge), tasksWeb: "413 -latchkey-kept.*", library: nil),
        Row("an unknown path", .get("/nowhere"), tasksWeb: "404 -latchkey-kept.*", library: "404"),
        Row("a probe", .get("/healthz"), tasksWeb: "200", library: nil),
    ])

    @Test("A response makes the cookies fit, whichever part has made it", arguments: large)
    func fits(_ tabled: Row.Case) async throws {
        try await tabled.expectOutcome(with: Self.pending)
    }

    @Test("At the library the session's own error makes the cookies fit if the application has a page for it")
    func sessionError() async throws {
        for (hooks, outcome, text) in [
            (SignInHooks(), "503", "The sessions can't be reached."),
            (.withErrorPages, "503 -latchkey-kept.*", "The application's page"),
        ] {
            var options = SiteOptions()
            (options.application, options.hooks) = (.library, hooks)
            try await Site.running(options) { site in
                try await TabledRequest.Visitor.unread.visit(site) { there, browser, csrf in
                    for (name, value) in Self.pending { browser.cookies[name] = value }
                    let found = try await Outcome.of(there) {
                        try await TabledRequest.get("/tasks").send(by: browser, of: there, csrf: csrf)
                    }
                    #expect(found.text == outcome && found.page.text.hasPrefix(text))
                }
            }
        }
    }

    @Test("The cookies of all parts of a response are fitted together", arguments: SiteOptions.Application.allCases)
    func fitsTogether(application: SiteOptions.Application) async throws {
        try await Site.running(SiteOptions(application: application)) { site in
            // The new session has no room next to the forms, of which the attempt left four.
            site.provider.change { $0.opaqueAccessTokenLength = 4000 }
            let browser = site.browser()
            for (name, value) in Self.pending { browser.cookies[name] = value }
            let provider = try await browser.startSignIn()
            #expect(browser.cookies.keys.count { $0.contains("kept.") } == 4)
            let outcome = try await Outcome.of(site) { try await browser.follow(provider) }
            #expect(
                outcome.text
                    == "303 /tasks +latchkey -latchkey-kept.* +latchkey-rounds -latchkey-sign-in.* +latchkey.* code")
            let bytes = browser.cookies.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 3 }
            #expect(bytes <= 13 * 1024)
        }
    }

    @Test("A file that caches store sets no cookie, however many the browser has")
    func cachedFile() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let html = try await browser.get("/signed-out").text
            let file = String(try #require(html.firstMatch(of: #/\/assets\/[a-z]+-[0-9a-f]{8}\.css/#)?.0))
            for cookies in [[:], Self.pending] {
                for (name, value) in cookies { browser.cookies[name] = value }
                let page = try await browser.get(file)
                #expect(page["Cache-Control"] == "public, max-age=31536000, immutable")
                #expect(page.cookies == [])
            }
        }
    }

    @Test(
        "A request for another host is refused before the session is read",
        arguments: ["GET /tasks", "POST /tasks", "GET /nowhere", "GET /assets/app-00000000.css", "PUT /"])
    func otherHost(line: String) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let text = try await rawResponse(
                to: "\(line) HTTP/1.1\r\nHost: other.example\r\nCookie: \(browser.cookies.field); latchkey-undo=x\r\n"
                    + "Content-Length: 0\r\nConnection: close\r\n\r\n",
                at: try #require(site.url.port))
            #expect(text.hasPrefix("HTTP/1.1 421 ") && !text.lowercased().contains("set-cookie"))
            #expect(site.apiServer.requests.isEmpty)
        }
    }

    @Test("A probe has a response whatever the host", arguments: ["/healthz", "/readyz"])
    func probeByOtherHost(path: String) async throws {
        try await Site.running { site in
            let text = try await rawResponse(
                to: "GET \(path) HTTP/1.1\r\nHost: other.example\r\nConnection: close\r\n\r\n",
                at: try #require(site.url.port))
            #expect(text.hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test("A request by another name of this machine is sent to the public one before the session is read")
    func otherName() async throws {
        try await Site.running { site in
            try await site.withReplica(isUnreachable: true) { replica in
                let browser = try await site.signedIn()
                let text = try await rawResponse(
                    to: "GET /tasks HTTP/1.1\r\nHost: 127.0.0.1:\(site.url.port ?? 0)\r\n"
                        + "Cookie: \(browser.cookies.field)\r\nConnection: close\r\n\r\n",
                    at: try #require(replica.url.port))
                #expect(text.hasPrefix("HTTP/1.1 303 "))
                #expect(text.lowercased().contains("\r\nlocation: \(site.publicOrigin)/tasks\r\n"))
            }
        }
    }
}
