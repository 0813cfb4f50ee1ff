import Testing

@testable import TasksWeb

@Suite struct ErrorPageTests {
    private func page(kept: String? = nil, csrf: String? = nil, keptAction: String? = nil, action: String? = "/tasks")
        -> Markup
    {
        Markup(
            ErrorPage(
                layout: SiteLayout(title: "Gone <b>"), status: 404, heading: "Gone <b>",
                message: "It is \"gone\" & <b>.",
                correlationID: "id<1>",
                actionURL: action, actionLabel: "Back <b>", kept: kept, csrf: csrf, keptAction: keptAction))
    }

    @Test("It says what happened, with the reference, all escaped") func elements() {
        let page = page()
        #expect(page.text("data-error") == ["It is \"gone\" & <b>."])
        #expect(page.text("data-correlation-id") == ["id<1>"])
        #expect(page.tags("b").isEmpty)
        #expect(page.postForms.isEmpty && page.tags("textarea").isEmpty)
    }

    @Test("What may be the cause is a list, escaped, and without any there is no list") func causes() {
        #expect(page().tags("li").isEmpty)
        let page = Markup(
            ErrorPage(
                layout: SiteLayout(title: "Round"), status: 429, heading: "Round", message: "It goes round.",
                correlationID: "id",
                actionURL: "/", actionLabel: "Back", kept: nil, csrf: nil, keptAction: nil,
                causes: ["The clock.", "<script>"]))
        #expect(page.tags("li").count == 2)
        #expect(page.source.contains("<li>&lt;script&gt;</li>"))
    }

    @Test("What was typed can be sent once more, the token first") func kept() {
        let forms = page(kept: "</textarea><script>", csrf: "token", keptAction: "/tasks/7").postForms
        #expect(forms.map(\.action) == ["/tasks/7"])
        #expect(forms.first?.fields.map(\.name) == ["csrf", "task"])
        #expect(forms.first?.fields.first?.value == "token")
        #expect(
            page(kept: "</textarea><script>", csrf: "token", keptAction: "/tasks/7").source.contains(
                "&lt;/textarea&gt;&lt;script&gt;</textarea>"))
    }

    @Test("Whether it was done goes with it, where that is known", arguments: [nil, true, false]) func completion(
        _ completed: Bool?
    ) {
        let page = Markup(
            ErrorPage(
                layout: SiteLayout(title: "Away"), status: 502, heading: "Away", message: "It is away.",
                correlationID: "id",
                actionURL: nil,
                actionLabel: nil, kept: "milk", csrf: "token", keptAction: "/tasks", keptCompletion: completed))
        let fields = page.postForms.first?.fields.filter { $0.name == "completed" }.map(\.value)
        #expect(fields == completed.map { ["\($0)"] } ?? [])
    }

    @Test("Without a token it can only be copied") func copied() {
        let page = page(kept: "milk", keptAction: "/tasks")
        #expect(page.postForms.isEmpty)
        #expect(page.tags("textarea").first?["readonly"] != nil)
    }

    @Test(
        "Nothing but a path of this site or a plain URL is linked to",
        arguments: ["javascript:alert(1)", "//evil.example", "data:x"])
    func links(_ url: String) {
        #expect(page(action: url).tags("a").allSatisfy { $0["href"] != url })
    }
}
