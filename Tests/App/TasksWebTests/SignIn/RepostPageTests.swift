import HTTPTransport
import Testing

@testable import TasksWeb

@Suite struct RepostPageTests {
    @Test("A posted response is posted on to the redirect URI's path, escaped") func fields() throws {
        let form = FormBody([("code", "c\"<&"), ("state", "s"), ("posted-on", "1")])
        let page = Markup(RepostPage(form, action: "/auth/openid/return", words: .english))
        let posted = try #require(page.postForms.first)
        #expect(page.postForms.count == 1 && posted.action == "/auth/openid/return")
        #expect(posted.fields.map { "\($0.name)=\($0.value)" } == ["code=c\"<&", "state=s", "posted-on=1"])
        #expect(page.tags("button").count == 1, "it works without scripts")
    }

    @Test("A posted error is posted on, too, and its text can't break out of the page") func error() {
        let page = Markup(
            RepostPage(
                FormBody([("error", "access_denied"), ("error_description", "\"><script>alert(1)</script>")]),
                action: "/", words: .english))
        #expect(page.postForms.first?.fields[1].value == "\"><script>alert(1)</script>")
        #expect(page.tags("script").allSatisfy { $0["src"] != nil })
    }
}
