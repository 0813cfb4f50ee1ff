import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing

/// The front end on a tasks API that speaks only the quickstart's dialect.
@Suite struct QuickstartTests {
    @Test("Tasks that have only a text are listed, added, and deleted by it", arguments: [false, true])
    func dialect(hasTextField: Bool) async throws {
        try await Site.running { site in
            let api = QuickstartAPI(["milk"], shape: { hasTextField ? ListedItem(text: $0) : ListedItem(task: $0) })
            site.api.respond { api.response(to: $0) }
            let browser = try await site.signedIn()
            var page = try await browser.tasks()
            #expect(page.tasks == ["milk"])
            #expect(page.taskIDs == [])
            #expect(
                try await browser.submit(try #require(page.form(to: "/tasks")).with("task", "a \"b\" <c> & ü")).status
                    == 303)
            page = try await browser.tasks()
            #expect(page.tasks == ["milk", "a \"b\" <c> & ü"])
            let delete = try #require(page.forms.last { $0.action == "/tasks/delete" })
            #expect(try await browser.submit(delete).location == "/tasks")
            #expect(api.texts == ["milk"])
        }
    }

    @Test("A task whose text has line breaks is deleted as browsers send them", arguments: ["a\nb", "a\r\nb"])
    func lineBreaks(_ text: String) async throws {
        try await Site.running { site in
            let api = QuickstartAPI([text, "bread"])
            site.api.respond { api.response(to: $0) }
            let browser = try await site.signedIn()
            let delete = try #require(try await browser.tasks().form(to: "/tasks/delete")).with("task", "a\r\nb")
            #expect(try await browser.submit(delete).status == 303)
            #expect(api.texts == ["bread"])
        }
    }

    @Test("For an API of the quickstart's dialect there is no control that it can't serve")
    func controls() async throws {
        try await Site.running { site in
            let api = QuickstartAPI(["milk", "bread"])
            site.api.respond { api.response(to: $0) }
            let page = try await site.signedIn().tasks()
            let actions = Set(page.forms.map(\.action))
            #expect(actions == ["/tasks", "/tasks/delete", "/sign-out"])
            #expect(!page.forms.contains { $0.fields["completed"] != nil })
        }
    }

    @Test("Two tasks of the same text are both shown, and deleted together")
    func sameText() async throws {
        try await Site.running { site in
            let api = QuickstartAPI(["milk", "milk", "bread"])
            site.api.respond { api.response(to: $0) }
            let browser = try await site.signedIn()
            let page = try await browser.tasks()
            #expect(page.tasks == ["milk", "milk", "bread"])
            _ = try await browser.submit(try #require(page.form(to: "/tasks/delete")))
            #expect(try await browser.tasks().tasks == ["bread"])
        }
    }

    @Test("More than a hundred tasks of the quickstart's dialect are paged")
    func paging() async throws {
        try await Site.running { site in
            let api = QuickstartAPI((0..<150).map { "task \($0)" })
            site.api.respond { api.response(to: $0) }
            let browser = try await site.signedIn()
            #expect(try await browser.tasks().tasks.count == 100)
            #expect(try await browser.tasks("/tasks?after=100").tasks.first == "task 100")
        }
    }
}
