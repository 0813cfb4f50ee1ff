import HTTPTransport
import HTTPTypes
import SiteTesting
import TestSupport
import Testing

/// A task that is edited on a page with its own address.
@Suite struct EditingTests {
    @Test("A task's text links to its edit, which retains the filter, and ends on the page of the list") func address()
        async throws
    {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let id = try await Self.add("milk", browser)
            let page = try await browser.tasks("/tasks?show=active")
            #expect(page.elements(having: "data-task").count == 1)
            #expect(page.text.contains("href=\"?show=active&amp;edit=\(id)\""))
            let edited = try await browser.tasks("/tasks?show=active&edit=\(id)")
            #expect(edited.tasks == ["milk"])
            #expect(edited.text.contains("href=\"/tasks?show=active\">"))
            let form = try #require(edited.forms.first { $0.fields["task"] == "milk" })
            let referrer: HTTPFields = [.referer: "\(site.publicOrigin)/tasks?show=active&edit=\(id)"]
            #expect(
                try await browser.submit(form.with("task", "bread"), headers: referrer).location == "/tasks?show=active"
            )
            #expect(try await browser.tasks().tasks == ["bread"])
        }
    }

    @Test(
        "A task whose id is the name of a form is changed itself",
        arguments: ["clear-completed", "complete-all", "delete", "kept"])
    func nameOfForm(id: String) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let csrf = try await site.csrf(browser)
            site.api.respond(always: .json(#"{"id":"\#(id)","task":"milk","completed":true}"#))
            let path = "/tasks/%\(String(try #require(id.utf8.first), radix: 16, uppercase: true))\(id.dropFirst())"
            let response = try await browser.post(path, FormBody([("csrf", csrf), ("completed", "true")]))
            #expect(response.status == 303)
            let sent = try #require(site.apiServer.requests.last { $0.method != .get })
            #expect(sent.method == .patch && sent.path == "/tasks/\(id)")
        }
    }

    @Test("A task's emptied text changes nothing, and the page offers to delete the task", arguments: ["", " \t "])
    func emptied(text: String) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let id = try await Self.add("milk", browser)
            let form = try #require(
                try await browser.tasks("/tasks?edit=\(id)").forms.first { $0.fields["task"] == "milk" })
            let page = try await browser.submit(form.with("task", text))
            #expect(page.status == 422 && page.error?.isEmpty == false)
            #expect(try await browser.tasks().tasks == ["milk"])
            let delete = try #require(page.form(to: "/tasks/\(id)/delete"))
            #expect(try await browser.submit(delete).status == 303)
            #expect(try await browser.tasks().tasks == [])
        }
    }

    @Test("If a task was deleted elsewhere, the page says so, and shows a text that was sent for it")
    func deletedElsewhere()
        async throws
    {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let id = try await Self.add("milk", browser)
            let form = try #require(
                try await browser.tasks("/tasks?edit=\(id)").forms.first { $0.fields["task"] == "milk" })
            _ = try await browser.submit(try #require(try await browser.tasks().form(to: "/tasks/\(id)/delete")))
            #expect(try await browser.tasks("/tasks?edit=\(id)").error?.isEmpty == false)
            let page = try await browser.submit(form.with("task", "oat milk"))
            #expect(page.status == 404)
            let again = try #require(page.forms.first { $0.fields["task"] == "oat milk" })
            #expect(again.action == "/tasks")
            #expect(try await browser.submit(again).status == 303)
            #expect(try await browser.tasks().tasks == ["oat milk"])
        }
    }

    @Test("A task whose look-up the API fails is not called gone", arguments: [403, 405, 500]) func untold(
        status: Int
    ) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            site.api.respond {
                $0.path == "/tasks/elsewhere" ? LoopbackResponse(HTTPResponse.Status(code: status)) : nil
            }
            let page = try await browser.tasks("/tasks?edit=elsewhere")
            #expect(page.error == nil)
        }
    }

    @Test("A step up or down in the path is no task to edit, and isn't requested from the API", arguments: [".", ".."])
    func step(
        edit: String
    )
        async throws
    {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let page = try await browser.tasks("/tasks?edit=\(edit)")
            #expect(page.error == nil)
            let requests = site.apiServer.requests
            #expect(requests.allSatisfy { $0.path == "/tasks" })
        }
    }

    @Test("A task that only the filter hides is not called gone") func hidden() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let id = try await Self.add("milk", browser)
            let page = try await browser.tasks("/tasks?show=completed&edit=\(id)")
            #expect(page.error == nil)
        }
    }

    @Test("The completion of a new task is true or false, and with any other value its text stays") func badCompletion()
        async throws
    {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let form = try #require(try await browser.tasks().form(to: "/tasks"))
            let page = try await browser.submit(form.with("task", "milk").with("completed", "perhaps"))
            #expect(page.status == 422)
            #expect(try await browser.tasks().tasks == [])
            let again = try #require(page.forms.first { $0.fields["task"] == "milk" })
            #expect(try await browser.submit(again).status == 303)
            #expect(try await browser.tasks().tasks == ["milk"])
        }
    }

    private static func add(_ text: String, _ browser: Browser) async throws -> String {
        let form = try #require(try await browser.tasks().form(to: "/tasks"))
        #expect(try await browser.submit(form.with("task", text)).status == 303)
        return try #require(try await browser.tasks().taskIDs.last)
    }
}
