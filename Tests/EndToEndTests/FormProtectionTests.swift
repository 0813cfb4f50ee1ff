import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing
import WebSupport

/// Posts that don't come from a page of this session.
@Suite struct FormProtectionTests {
    static let forms: [(path: String, fields: [(name: String, value: String)])] = [
        ("/tasks", [("task", "forged")]), ("/tasks/{id}", [("task", "forged")]),
        ("/tasks/{id}", [("completed", "true")]),
        ("/tasks/{id}/delete", []), ("/tasks/delete", [("task", "milk")]),
        ("/tasks/complete-all", [("completed", "true")]),
        ("/tasks/clear-completed", []), ("/tasks/kept", []), ("/tasks/kept/discard", []), ("/sign-out", []),
        ("/sessions/{id}/end", []), ("/sessions/end-others", []), ("/accounts/remember", []), ("/accounts/forget", []),
        ("/accounts/forget-all", []), ("/keys/choice", [("off", "true")]),
    ]

    @Test("A form without the right csrf is a 403 and changes nothing", arguments: forms)
    func forged(path: String, fields: [(name: String, value: String)]) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let add = try #require(try await browser.tasks().form(to: "/tasks"))
            _ = try await browser.submit(add.with("task", "milk"))
            let page = try await browser.tasks()
            let right = try #require(page.csrf)
            let path = path.replacing("{id}", with: try #require(page.taskIDs.first))
            let others = try #require(try await site.signedIn().tasks().csrf)
            let bobs = try #require(try await site.signedIn(as: .bob).tasks().csrf)
            let calls = site.apiServer.requests.count

            let wrong = ["", "x", String(right.dropLast()), right.dropLast(3) + "AAA", right + "A", others, bobs]
            for csrf in wrong.map({ [("csrf", $0)] }) + [[], [("csrf", right), ("csrf", right)]] {
                let page = try await browser.post(path, FormBody(csrf.map { (name: $0.0, value: $0.1) } + fields))
                site.expectErrorPage(page, 403)
                #expect(page.cookies == [])
            }
            site.expectErrorPage(try await browser.post("\(path)?csrf=\(right)", FormBody(fields)), 403)
            #expect(site.apiServer.requests.count == calls, "the API was called")
            try await site.expectSignedIn(browser)
        }
    }

    @Test(
        "The right csrf from a page of another site is a 403 all the same",
        arguments: [
            [.secFetchSite: "cross-site"], [.secFetchSite: "same-site"], [.origin: "https://other.example"],
            [.secFetchSite: "none", .origin: "null"], [.secFetchSite: "same-site", .origin: "null"],
        ] as [HTTPFields])
    func crossSite(headers: HTTPFields) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let form = try #require(try await browser.tasks().form(to: "/tasks"))
            site.expectErrorPage(try await browser.submit(form.with("task", "x"), headers: headers), 403)
            #expect(!site.apiServer.requests.contains { $0.method == .post })
        }
    }

    @Test("Without referrers, which a proxy may want, forms and the sign-out work") func noReferrer() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let page = try await browser.tasks()
            let fields: HTTPFields = [.secFetchSite: "same-origin", .origin: "null"]
            let form = try #require(page.form(to: "/tasks"))
            #expect(try await browser.submit(form.with("task", "milk"), headers: fields).status == 303)
            #expect(try await browser.tasks().tasks == ["milk"])
            _ = try await browser.submit(try #require(page.form(to: "/sign-out")), headers: fields)
            #expect(browser.cookies.isEmpty)
        }
    }

    @Test(
        "A form that is refused for its source retains its text if its csrf is this user's",
        arguments: [[.origin: "null", .secFetchSite: "none"], [.secFetchSite: "cross-site"]] as [HTTPFields])
    func retainedTextOfAnotherSource(fields: HTTPFields) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let form = try #require(try await browser.tasks().form(to: "/tasks")).with("task", "Buy <buttermilk>")
            let page = try await browser.submit(form, headers: fields)
            site.expectErrorPage(page, 403)
            #expect(page.forms.contains { $0.fields["task"] == "Buy <buttermilk>" })
            let foreign = try await browser.submit(form.with("csrf", "x"), headers: fields)
            #expect(!foreign.text.contains("buttermilk"))
        }
    }

    @Test(
        "A body that is no form isn't read as one",
        arguments: ["application/json", "text/plain", "multipart/form-data; boundary=x"])
    func otherMediaTypes(type: String) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let csrf = try #require(try await browser.tasks().csrf)
            let page = try await browser.post(
                "/tasks", body: #"{"csrf":"\#(csrf)","task":"x"}"#, headers: [.contentType: type])
            site.expectErrorPage(page, 415)
            #expect(!site.apiServer.requests.contains { $0.method == .post })
        }
    }

    @Test("The 403 page has the typed text, in a form that works")
    func retainedText() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let page = try await browser.post("/tasks", FormBody([("csrf", "x"), ("task", "Buy <milk>")]))
            let form = try #require(page.forms.first { $0.fields["task"] == "Buy <milk>" })
            #expect(try await browser.submit(form).status == 303)
            #expect(try await browser.tasks().tasks == ["Buy <milk>"])
        }
    }

    @Test("The csrf of an older page remains valid, even after a refresh")
    func olderPage() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let form = try #require(try await browser.tasks().form(to: "/tasks"))
            site.provider.endAccessTokens()
            site.api.respond { request in
                let token = request.headerFields[.authorization]?.dropFirst("Bearer ".count) ?? ""
                return site.provider.user(ofAccessToken: String(token)) == nil ? .unauthorized : nil
            }
            _ = try await browser.tasks()
            #expect(site.provider.requests(at: .token).count == 2)
            #expect(try await browser.submit(form.with("task", "milk")).status == 303)
            #expect(try await browser.tasks().tasks == ["milk"])
        }
    }

    @Test(
        "The csrf of an ended session does nothing in the next one, whichever user signs in",
        arguments: [ScriptedUser.alice, .bob])
    func endedSession(user: ScriptedUser) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let form = try #require(try await browser.tasks().form(to: "/tasks"))
            _ = try await browser.signOut()
            site.provider.user = user
            _ = try await browser.signIn()
            site.expectErrorPage(try await browser.submit(form.with("task", "x")), 403)
            #expect(!site.apiServer.requests.contains { $0.method == .post })
        }
    }

    @Test("Without a session a post changes nothing", arguments: forms)
    func signedOut(path: String, fields: [(name: String, value: String)]) async throws {
        try await Site.running { site in
            let response = try await site.browser().post(
                path.replacing("{id}", with: "1"), FormBody([("csrf", "x")] + fields))
            #expect([303, 403].contains(response.status))
            #expect(!response.cookies.contains { ["latchkey-keys", "latchkey-accounts"].contains($0.name) })
            #expect(site.apiServer.requests.isEmpty)
        }
    }

    @Test("Every form that posts, on every page, carries a csrf")
    func everyForm() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let add = try #require(try await browser.tasks().form(to: "/tasks"))
            for text in ["one", "two"] { _ = try await browser.submit(add.with("task", text)) }
            let paths = ["/", "/signed-out", "/keys", "/nowhere"]
            let signedIn = ["/tasks", "/tasks?show=active", "/claims", "/sessions"] + paths
            #expect(try await postFormsWithToken(of: browser, at: signedIn) > 14)
            // The choices that a session has remembered are forgotten by a form that works without one.
            let remembering = try #require(try await browser.get("/sessions").form(to: "/accounts/remember"))
            _ = try await browser.submit(remembering)
            _ = try await browser.signOut()
            #expect(try await postFormsWithToken(of: browser, at: paths) > 0)
        }
    }

    /// How many forms that post the pages have; each has to carry a csrf.
    private func postFormsWithToken(of browser: Browser, at paths: [String]) async throws -> Int {
        var count = 0
        for path in paths {
            for form in try await browser.get(path).forms where form.method == "post" {
                count += 1
                #expect(form.fields["csrf"]?.isEmpty == false, "\(path): \(form.action)")
            }
        }
        return count
    }
}

extension LoopbackResponse {
    /// The response of an API that doesn't accept the token.
    static let unauthorized = LoopbackResponse(
        .unauthorized, headerFields: [.wwwAuthenticate: "Bearer error=\"invalid_token\""])
}
