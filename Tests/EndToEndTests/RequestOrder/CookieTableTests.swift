import Foundation
import HTTPTransport
import HTTPTypes
import HummingbirdOpenIDConnect
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing

/// Each cookie that the site can set: which request sets it and removes it, and with which attributes.
@Suite struct CookieTableTests {
    struct Row: Sendable, CustomTestStringConvertible {
        /// The name, with `*` for what differs with each cookie.
        let name: String
        /// Maximum age in seconds.
        let maxAge: Int
        /// The applications that set it.
        var applications = [SiteOptions.Application.tasksWeb]
        /// Whether scripts may read it.
        var isReadable = false
        /// Whether a sign-out leaves it.
        var outlivesSignOut = false
        /// Whether it is set over HTTPS alone.
        var needsHTTPS = false
        /// A request whose response sets it.
        let set: @Sendable (Site, Browser) async throws -> WebPage
        /// A later request whose response removes it; `nil`: it expires by time.
        var remove: (@Sendable (Site, Browser) async throws -> WebPage)?

        var testDescription: String { name }
    }

    static let rows = [
        Row(
            name: "latchkey", maxAge: 43_200, applications: [.tasksWeb, .library],
            set: { _, browser in try await browser.signIn() }, remove: signOut),
        Row(
            name: "latchkey.*", maxAge: 43_200, applications: [.tasksWeb, .library],
            set: { site, browser in
                site.provider.change { $0.opaqueAccessTokenLength = 4000 }
                return try await browser.signIn()
            }, remove: signOut),
        Row(
            name: "latchkey-sign-in.*", maxAge: 600, applications: [.tasksWeb, .library],
            set: { _, browser in try await browser.get("/sign-in") },
            remove: { _, browser in
                let start = try #require(browser.pages.last { $0.location != nil })
                return try await browser.follow(try await browser.follow(start))
            }),
        Row(
            name: "latchkey-rounds", maxAge: 60, applications: [.tasksWeb, .library],
            set: { _, browser in try await browser.signIn() }, remove: signOut),
        Row(
            name: "latchkey-device", maxAge: 600, applications: [.tasksWeb, .library], needsHTTPS: true,
            set: { _, browser in try await browser.register(SoftwareDevice(), after: try await browser.signIn()) },
            remove: signOut),
        Row(
            name: "latchkey-kept.*", maxAge: 600,
            set: { _, browser in
                #expect(try await browser.signIn().status == .seeOther)
                let form = try #require(try await browser.tasks().form(to: "/tasks")).with("task", "milk")
                _ = try await browser.copy().signOut()
                return try await browser.submit(form)
            },
            remove: { _, browser in
                #expect(try await browser.signIn().status == .seeOther)
                return try await browser.submit(try #require(try await browser.tasks().form(to: "/tasks/kept")))
            }),
        Row(
            name: "latchkey-undo", maxAge: 120,
            set: { _, browser in
                #expect(try await browser.signIn().status == .seeOther)
                let form = try #require(try await browser.tasks().form(to: "/tasks")).with("task", "milk")
                _ = try await browser.submit(form)
                let id = try #require(try await browser.tasks().taskIDs.first)
                return try await browser.submit(
                    try #require(try await browser.tasks().form(to: "/tasks/\(id)/delete")))
            }, remove: { _, browser in try await browser.tasks() }),
        Row(
            name: "latchkey-accounts", maxAge: 180 * 86_400, outlivesSignOut: true,
            set: { _, browser in
                #expect(try await browser.signIn().status == .seeOther)
                return try await browser.submit(
                    try #require(try await browser.get("/sessions").form(to: "/accounts/remember")))
            },
            remove: { _, browser in
                try await browser.submit(
                    try #require(try await browser.get("/sessions").form(to: "/accounts/forget")))
            }),
        Row(
            name: "latchkey-language", maxAge: 365 * 86_400, outlivesSignOut: true,
            set: { _, browser in try await browser.get("/language?lang=de") }),
        Row(
            name: "latchkey-keys", maxAge: 365 * 86_400, isReadable: true, outlivesSignOut: true,
            set: { site, browser in
                #expect(try await browser.signIn().status == .seeOther)
                return try await keys("true", site, browser)
            }, remove: { site, browser in try await keys("false", site, browser) }),
    ]

    private static let signOut: @Sendable (Site, Browser) async throws -> WebPage = { site, browser in
        try await TabledRequest.post("/sign-out").send(
            by: browser, of: site, csrf: try await site.formToken(browser))
    }

    private static func keys(_ off: String, _ site: Site, _ browser: Browser) async throws -> WebPage {
        try await TabledRequest.post("/keys/choice").send(
            by: browser, of: site, csrf: try await site.formToken(browser), [("off", off)])
    }

    @Test(
        "A cookie is set and removed by the row's requests, with the row's attributes",
        arguments: rows.filter { !$0.needsHTTPS })
    func setAndRemoved(_ row: Row) async throws {
        for application in row.applications {
            try await Site.running(changing: { $0.application = application }) { site in
                try await Self.check(row, site, isSecure: false)
            }
        }
    }

    @Test("Over HTTPS each cookie has the prefix for this host, and is secure")
    func overHTTPS() async throws {
        let certificate = try await TestCertificate()
        try await Site.running(changing: { ($0.certificate, $0.deviceBinding) = (certificate, .require) }) { site in
            for row in Self.rows {
                site.provider.behave()
                try await Self.check(row, site, isSecure: true)
            }
        }
    }

    private static func check(_ row: Row, _ site: Site, isSecure: Bool) async throws {
        let browser = site.browser()
        let name = (isSecure ? "__Host-" : "") + row.name
        let page = try await row.set(site, browser)
        let cookie = try #require(
            page.cookies.first { !$0.isExpiring && Outcome.name(of: $0.name) == name }, "\(name) isn't set")
        var attributes = ["path": "/", "samesite": "Lax"]
        if !row.isReadable { attributes["httponly"] = "" }
        if isSecure { attributes["secure"] = "" }
        #expect(cookie.attributes.filter { $0.key != "max-age" } == attributes, "\(name)")
        let maxAge = try #require(cookie.attributes["max-age"].flatMap { Int($0) })
        #expect((row.maxAge - 30...row.maxAge).contains(maxAge), "\(name) lasts \(maxAge) s")
        guard let remove = row.remove else { return }
        let removing = try await remove(site, browser)
        #expect(
            removing.cookies.contains { $0.isExpiring && Outcome.name(of: $0.name) == name }, "\(name) isn't removed")
    }

    @Test("A sign-out removes each cookie but those of the user's choices for the browser")
    func signOutLeavesChoices() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let csrf = try await site.formToken(browser)
            for row in Self.rows where browser.cookies[row.name] == nil {
                browser.cookies[row.name.replacing("*", with: "1")] = "x"
            }
            // A navigation would remove what doesn't open as well.
            _ = try await TabledRequest.post("/sign-out", isNavigation: false).send(by: browser, of: site, csrf: csrf)
            let left = browser.cookies.keys.map(Outcome.name)
            #expect(Set(left) == Set(Self.rows.filter(\.outlivesSignOut).map(\.name)))
        }
    }

    @Test("Each cookie that the sources name has a row in the table of cookies")
    func completeTable() throws {
        let sources = Checkout["Sources"]
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var names: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let folders = Set(file.pathComponents)
            guard !folders.isDisjoint(with: ["TasksWeb", "HummingbirdOpenIDConnect"]) else { continue }
            for match in try String(contentsOf: file, encoding: .utf8).matches(of: #/"\\\([\w.]+\)(-[a-z-]+\.?)"/#) {
                names.insert("latchkey\(match.1)")
            }
        }
        let suffixed = Self.rows.map { $0.name.replacing("*", with: "") }.filter { $0.contains("-") }
        #expect(names == Set(suffixed))
    }

    @Test("The table of cookies in the documents has each cookie")
    func documented() throws {
        let text = try String(contentsOf: Checkout["docs/architecture.md"], encoding: .utf8)
        let names = text.matches(of: #/\n\| `(latchkey-[a-z.…-]+)` \|/#).map { $0.1.replacing("…", with: "*") }
        let rows = Self.rows.map(\.name).filter { $0.contains("-") }
        #expect(names.map { String($0) }.sorted() == rows.sorted())
    }
}
