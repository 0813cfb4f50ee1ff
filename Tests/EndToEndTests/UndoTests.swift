import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing
import WebSupport

/// A deletion can be undone for a while.
@Suite struct UndoTests {
    private static let cookie = "latchkey-undo"

    private static func add(_ text: String, completed: Bool = false, _ browser: Browser) async throws -> String {
        let form = try #require(try await browser.tasks().form(to: "/tasks")).with("task", text)
        #expect(try await browser.submit(completed ? form.with("completed", "true") : form).status == 303)
        return try #require(try await browser.tasks().taskIDs.last)
    }

    private static func delete(_ id: String, _ browser: Browser) async throws -> WebPage {
        let response = try await browser.submit(try #require(try await browser.tasks().form(to: "/tasks/\(id)/delete")))
        #expect(response.status == 303)
        return response
    }

    private static func offers(_ page: WebPage) -> Bool { !page.elements(having: "data-undo").isEmpty }

    @Test("A deleted task is offered back once, and added again, completed if it was", arguments: [true, false])
    func undo(completed: Bool) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let text = "Café \"<b>\" 👩‍👧"
            let id = try await Self.add(text, completed: completed, browser)
            #expect(try await browser.tasks().elements(having: "data-completed").map(\.value) == ["\(completed)"])
            let response = try await Self.delete(id, browser)
            #expect(response.cookies.map(\.name) == [Self.cookie])
            let page = try await browser.follow(response)
            #expect(page.tasks == [] && Self.offers(page))
            #expect(page.cookies.map(\.name) == [Self.cookie] && page.cookies.allSatisfy(\.isExpiring))
            let undo = try #require(page.forms.first { $0.fields["task"] == text })
            #expect(!Self.offers(try await browser.tasks()), "it is offered twice")
            #expect(try await browser.submit(undo).status == 303)
            let after = try await browser.tasks()
            #expect(after.tasks == [text])
            #expect(after.elements(having: "data-completed").map(\.value) == ["\(completed)"])
        }
    }

    @Test("A deleted task can't be read in its cookie, which is expired at sign-out") func signOut()
        async throws
    {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let page = try await browser.tasks()
            let id = try await Self.add("a secret", browser)
            _ = try await Self.delete(id, browser)
            #expect(browser.cookies[Self.cookie]?.contains("secret") == false)
            let response = try await browser.submit(try #require(page.form(to: "/sign-out")))
            #expect(response.cookies.contains { $0.name == Self.cookie && $0.isExpiring })
        }
    }

    @Test("A deleted task isn't offered to another session that has the cookie") func anotherSession() async throws {
        try await Site.running { site in
            let alice = try await site.signedIn()
            let id = try await Self.add("Alice's", alice)
            _ = try await Self.delete(id, alice)
            let bob = try await site.signedIn(as: .bob)
            bob.cookies[Self.cookie] = alice.cookies[Self.cookie]
            let page = try await bob.tasks()
            #expect(!Self.offers(page) && !page.text.contains("Alice&#39;s"))
            #expect(bob.cookies[Self.cookie] == nil)
        }
    }

    @Test("A task is deleted even if the API doesn't show it before", arguments: [404, 405, 500, 200]) func unknown(
        status: Int
    )
        async throws
    {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let id = try await Self.add("milk", browser)
            site.api.respond {
                $0.method == .get && $0.path == "/tasks/\(id)"
                    ? LoopbackResponse(HTTPResponse.Status(code: status), body: "[]") : nil
            }
            let response = try await Self.delete(id, browser)
            #expect(response.cookies == [])
            let page = try await browser.follow(response)
            #expect(page.tasks == [] && !Self.offers(page))
        }
    }

    @Test("The offer of a deleted task is consumed only by a page that is shown", arguments: ["HEAD", "prefetch"])
    func unseen(
        kind: String
    ) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            _ = try await Self.delete(try await Self.add("milk", browser), browser)
            let unseen =
                kind == "HEAD"
                ? try await browser.get("/tasks", method: .head)
                : try await browser.get("/tasks", headers: [.secPurpose: "prefetch"])
            #expect(unseen.status == 200 && unseen.cookies == [])
            #expect(Self.offers(try await browser.tasks()))
        }
    }

    @Test("A task that is added again but can't be completed is no failure, because a retry would add it twice")
    func addedOpen()
        async throws
    {
        try await Site.running { site in
            let browser = try await site.signedIn()
            site.api.respond { $0.method == .patch ? LoopbackResponse(.serviceUnavailable) : nil }
            _ = try await Self.add("milk", completed: true, browser)
            let page = try await browser.tasks()
            #expect(page.tasks == ["milk"] && page.elements(having: "data-completed").map(\.value) == ["false"])
        }
    }

    @Test("A task that can't be deleted is not offered back") func failed() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let id = try await Self.add("milk", browser)
            let form = try #require(try await browser.tasks().form(to: "/tasks/\(id)/delete"))
            site.api.respond { $0.method == .delete ? LoopbackResponse(.serviceUnavailable) : nil }
            let page = try await browser.submit(form)
            #expect(page.status == 503 && page.cookies == [])
        }
    }

    @Test("A task that is too long to be added again is deleted without an offer") func tooLong() async throws {
        try await Site.running { site in
            let api = QuickstartAPI([String(repeating: "x", count: 1001), "bread"])
            site.api.respond { api.response(to: $0) }
            let browser = try await site.signedIn()
            let delete = try #require(try await browser.tasks().form(to: "/tasks/delete"))
            let page = try await browser.follow(try await browser.submit(delete))
            #expect(!Self.offers(page) && page.tasks == ["bread"])
        }
    }

    @Test("A task of the quickstart's dialect is added again by its text") func quickstart() async throws {
        try await Site.running { site in
            let api = QuickstartAPI(["milk", "bread"])
            site.api.respond { api.response(to: $0) }
            let browser = try await site.signedIn()
            let delete = try #require(try await browser.tasks().form(to: "/tasks/delete"))
            let page = try await browser.follow(try await browser.submit(delete))
            #expect(Self.offers(page) && page.tasks == ["bread"])
            let undo = try #require(page.forms.first { $0.action == "/tasks" && $0.fields["task"] == "milk" })
            #expect(undo.fields["completed"] == nil)
            #expect(try await browser.submit(undo).status == 303)
            #expect(api.texts == ["bread", "milk"])
        }
    }
}
