import Testing

@testable import TasksWeb

@Suite struct ErrorPageTests {
    private func page(
        _ draft: Draft? = nil, isSignedIn: Bool = false, action: String = "/tasks", causes: [String] = []
    ) -> Markup {
        Markup(
            ErrorPage(
                layout: SiteLayout(title: "Gone <b>", user: isSignedIn ? "Ann" : nil), status: 404,
                heading: "Gone <b>", message: "It is \"gone\" & <b>.", correlationID: "id<1>",
                action: ErrorText.Action(label: "Back <b>", url: action), draft: draft, causes: causes))
    }

    /// The forms of the page but for sign-out.
    private func forms(_ page: Markup) -> [(action: String, fields: [(name: String, value: String)])] {
        page.postForms.filter { $0.action != "/sign-out" }
    }

    @Test("An error page says what happened, with the reference, all escaped") func elements() {
        let page = page()
        #expect(page.text("data-error") == ["It is \"gone\" & <b>."])
        #expect(page.text("data-correlation-id") == ["id<1>"])
        #expect(page.tags("b").isEmpty)
        #expect(page.postForms.isEmpty && page.tags("textarea").isEmpty)
    }

    @Test("Possible causes are a list on the error page, escaped, and without any there is no list") func causes() {
        #expect(page().tags("li").isEmpty)
        let page = page(causes: ["The clock.", "<script>"])
        #expect(page.tags("li").count == 2)
        #expect(page.source.contains("<li>&lt;script&gt;</li>"))
    }

    @Test("Typed text can be sent once more from an error page, with the token as the first field") func draft() {
        let page = page(Draft(text: "</textarea><script>", retry: .task("7")), isSignedIn: true)
        let forms = forms(page)
        #expect(forms.map(\.action) == ["/tasks/7"])
        #expect(forms.first?.fields.map(\.name) == ["csrf", "task"])
        #expect(forms.first?.fields.first?.value == "token")
        #expect(page.source.contains("&lt;/textarea&gt;&lt;script&gt;</textarea>"))
    }

    @Test(
        "A form to send typed text once more has the task's completion, if it is known", arguments: [nil, true, false])
    func completion(
        _ completed: Bool?
    ) {
        let page = page(Draft(text: "milk", completed: completed, retry: .list), isSignedIn: true)
        let fields = forms(page).first?.fields.filter { $0.name == "completed" }.map(\.value)
        #expect(fields == completed.map { ["\($0)"] } ?? [])
    }

    @Test("A task whose text was emptied can be deleted instead") func removal() {
        let page = page(Draft(removal: .deletion("a/b")), isSignedIn: true)
        #expect(page.buttons.map(\.action) == ["/tasks/a%2Fb/delete"] && page.buttons.first?.form == "f")
        #expect(page.tags("textarea").isEmpty)
    }

    @Test("Without a session typed text can only be copied from an error page") func copied() {
        let page = page(Draft(text: "milk", retry: .list, removal: .deletion("7")))
        #expect(page.postForms.isEmpty && page.buttons.isEmpty)
        #expect(page.tags("textarea").first?["readonly"] != nil)
    }

    @Test(
        "An error page links to nothing but a path of this site or a plain URL",
        arguments: ["javascript:alert(1)", "//evil.example", "data:x"])
    func links(_ url: String) {
        #expect(page(action: url).tags("a").allSatisfy { $0["href"] != url })
    }
}
