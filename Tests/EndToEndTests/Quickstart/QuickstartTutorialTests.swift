import Foundation
import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing
import WebSupport

/// The app of the tutorial `docs/quickstart.md`, as it was built, after each of its steps.
@Suite struct QuickstartTutorialTests {
    private static let alice = ["email": "alice@dev.example", "password": "latchkey"]
    private static let bob = ["email": "bob@dev.example", "password": "latchkey"]

    @Test("After each step the app does what the tutorial says") func steps() async throws {
        try await QuickstartServices.running { services in
            try await services.running(1) { app in try await page(app) }
            try await services.running(2) { app in try await signIn(app) }
            try await services.running(3) { app in try await policies(app) }
            try await services.running(4) { app in try await tasks(app) }
            try await services.running(5) { app in try await nextUser(app) }
        }
    }

    private func page(_ app: QuickstartProgram) async throws {
        #expect(try await app.browser().get("/").text.contains("Nobody is signed in."))
    }

    private func signIn(_ app: QuickstartProgram) async throws {
        let browser = app.browser()
        #expect(try await browser.get("/").text.contains("href=\"/sign-in\""))
        #expect(try await browser.throughProvider("/sign-in", Self.alice).text.contains("You are Alice"))
    }

    /// Step 3: the other four policies.
    private func policies(_ app: QuickstartProgram) async throws {
        let browser = app.browser()
        let home = try await browser.get("/")
        for path in ["/sign-in", "/sign-up", "/sign-in/facebook", "/password-reset"] {
            #expect(home.text.contains("href=\"\(path)\""))
        }
        #expect(!home.text.contains("/profile"))
        let carol = ["email": "carol@dev.example", "displayName": "Carol <b>", "password": "Correct-horse-7"]
        #expect(try await browser.throughProvider("/sign-up", carol).text.contains("You are Carol &#60;b&#62;."))
        let renamed = try await browser.throughProvider("/profile", ["displayName": "Caroline"])
        #expect(renamed.text.contains("You are Caroline.") && renamed.text.contains("href=\"/profile\""))

        let facebook = ["email": "dan@facebook.example", "displayName": "Dan"]
        let dan = app.browser()
        #expect(try await dan.throughProvider("/sign-in/facebook", facebook).text.contains("You are Dan."))

        let forgetful = app.browser()
        let password = "Another-horse-8"
        let reset = ["email": "carol@dev.example", "password": password]
        _ = try await forgetful.throughProvider("/password-reset", reset)
        #expect(try await app.browser().throughProvider("/sign-in", reset).text.contains("You are Caroline."))
    }

    /// Step 4: the tasks are listed, added and deleted.
    private func tasks(_ app: QuickstartProgram) async throws {
        let browser = app.browser()
        let page = try await browser.throughProvider("/tasks", Self.alice)
        #expect(page.url.path == "/tasks" && page.text.contains("Tasks of Alice"))
        #expect(page.deletable == [])
        for text in ["milk", "<i> & \"bread\"", "milk"] { #expect(try await browser.add(text).location == "/tasks") }
        let full = try await browser.get("/tasks")
        #expect(full.deletable == ["milk", "<i> & \"bread\"", "milk"] && !full.text.contains("<i>"))
        #expect(try await browser.post("/tasks/delete", FormBody([("task", "milk")])).location == "/tasks")
        #expect(try await browser.get("/tasks").deletable == ["<i> & \"bread\""])

        #expect(try await browser.add(" ").status == 422)
        #expect(try await browser.post("/tasks", body: "").status == 400)
        #expect(try await browser.post("/tasks/delete", FormBody([("task", "milk")])).status == 404)
        let foreign = FormBody([("task", "another site's")])
        let headers: HTTPFields = [.origin: "https://elsewhere.example", .secFetchSite: "cross-site"]
        let refused = try await browser.post("/tasks", foreign, headers: headers)
        #expect(refused.status == 403)
        #expect(try await browser.get("/tasks").deletable == ["<i> & \"bread\""])
    }

    /// Step 5: a user signs out, and the next one at the same browser sees only their own tasks.
    private func nextUser(_ app: QuickstartProgram) async throws {
        let browser = app.browser()
        #expect(try await browser.throughProvider("/tasks", Self.alice).deletable == ["<i> & \"bread\""])
        let thief = browser.copy()
        let signOut = try #require(try await browser.get("/").form(to: "/sign-out"))
        let signedOut = try await browser.arrive(from: try await browser.submit(signOut))
        #expect(signedOut.url.path == "/signed-out" && signedOut.url.origin == app.url.origin)
        #expect(try await browser.get("/").text.contains("href=\"/sign-in\""))
        #expect(try await thief.get("/tasks").locationPath == "/sign-in", "a copy of the cookie is worthless")

        // The provider shows its form again, because the session there has ended too.
        let second = try await browser.throughProvider("/tasks", Self.bob)
        #expect(second.text.contains("Tasks of Bob") && second.deletable == [])
        _ = try await browser.add("bob's")
        #expect(try await browser.get("/tasks").deletable == ["bob's"])
        #expect(
            try await app.browser().throughProvider("/tasks", Self.alice).deletable == ["<i> & \"bread\""])
    }

    @Test("Without policies, the complete app signs in at the authority as it is") func withoutPolicies() async throws {
        try await ScriptedProvider.serving { provider in
            let port = try await FreePort.find()
            provider.client = RegisteredClient(id: "quickstart", secret: QuickstartProgram.secret)
            provider.client.redirectURIs = ["http://localhost:\(port)/auth/openid/return"]
            let settings = """
                <?xml version="1.0" encoding="UTF-8"?>
                <plist version="1.0"><dict>
                <key>authority</key><string>\(provider.url.origin)</string>
                <key>clientId</key><string>quickstart</string>
                <key>redirectUri</key><string>http://localhost:\(port)/auth/openid/return</string>
                <key>taskWebAPI</key><string>\(provider.url.origin)/tasks</string>
                </dict></plist>
                """
            let folder = try TemporaryFolder()
            try await QuickstartProgram.running(nil, settings: settings, port: port, in: folder.url) { app in
                let browser = app.browser()
                let home = try await browser.get("/")
                #expect(home.text.contains("href=\"/sign-in\"") && !home.text.contains("/sign-up"))
                #expect(try await browser.get("/sign-up").status == 404)
                #expect(try await browser.signIn().location == "/tasks")
                #expect(try await browser.get("/").text.contains("You are Alice."))
                #expect(provider.problems == [])
                #expect(try await browser.get("/tasks").status == 502, "the provider is no tasks API")
            }
        }
    }
}

extension WebPage {
    /// The tasks with a button to delete them.
    fileprivate var deletable: [String] {
        forms.filter { $0.action == "/tasks/delete" }.compactMap { $0.fields["task"] }
    }
}

extension Browser {
    fileprivate func add(_ text: String) async throws -> WebPage {
        try await post("/tasks", FormBody([("task", text)]))
    }
}
