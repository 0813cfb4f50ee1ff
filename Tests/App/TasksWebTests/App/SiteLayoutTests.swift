import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect
@testable import TasksWeb

@Suite struct SiteLayoutTests {
    private func page(_ layout: SiteLayout) -> Markup { Markup(SignedOutPage(layout: layout)) }

    @Test("A page without a session has no name and no sign-out") func signedOut() {
        let page = page(SiteLayout(title: "t"))
        #expect(page.tags(with: "data-user").isEmpty && page.postForms.isEmpty)
    }

    @Test("A signed-in user is named, and can sign out") func somebody() {
        let page = page(
            SiteLayout(title: "t", user: "Ann \"<b>", showsClaims: true, showsProfile: true))
        #expect(page.text("data-user") == ["Ann \"<b>"])
        #expect(page.postForms.map(\.action) == ["/sign-out"])
        #expect(page.postForms.first?.fields.map { "\($0.name)=\($0.value)" } == ["csrf=token"])
        #expect(
            page.tags("a").contains { $0["href"] == "/claims" } && page.tags("a").contains { $0["href"] == "/profile" })
        #expect(page.tags("b").isEmpty)
    }

    @Test(
        "Pages with a user's name check whether that user is still signed in; the page of tasks does that itself")
    func otherUser() {
        func looks(_ layout: SiteLayout) -> Bool {
            page(layout).tags("script").contains { $0["src"]?.contains("other-person") == true }
        }
        #expect(looks(SiteLayout(title: "t", user: "Ann", current: "claims")))
        #expect(!looks(SiteLayout(title: "t", user: "Ann", current: "tasks")))
        #expect(!looks(SiteLayout(title: "t")))
    }

    @Test("Namesakes are distinguished by more than their name") func namesakes() throws {
        let marks = try ["alice", "another"].map { subject in
            let site = try TestSite()
            let user = try site.pages.user(of: site.request(.sample(subject)))
            let layout = site.pages.layout("t", for: user, in: PageLocale())
            return try #require(page(layout).tags(with: "data-user").first?["data-user"])
        }
        #expect(marks[0] != marks[1] && marks.allSatisfy { $0.utf8.count == 4 })
    }

    @Test("The pages of claims and profile are linked only if they exist") func optional() {
        let page = page(SiteLayout(title: "t", user: "Ann"))
        #expect(!page.tags("a").contains { $0["href"] == "/claims" || $0["href"] == "/profile" })
    }

    @Test(
        "A page says its language, and offers each, by its own name and back to the page",
        arguments: Language.allCases)
    func languages(_ language: Language) throws {
        let page = page(SiteLayout(title: "t", locale: PageLocale(LanguageChoice(language), page: "/tasks?a=1&b")))
        let html = try #require(page.tags("html").first)
        #expect(html["lang"] == language.tag && html["dir"] == (language.isRightToLeft ? "rtl" : nil))
        let links = page.tags("a").filter { $0["lang"] != nil }
        #expect(links.map { $0["lang"] } == ["en", "de", "cs", "hu", "ru", "ja"])
        #expect(links.filter { $0["aria-current"] != nil }.map { $0["lang"] } == [language.tag])
        #expect(links.first?["href"] == "/language?lang=en&returnTo=%2Ftasks%3Fa%3D1%26b")
        #expect(page.source.contains(">Русский</a>"))
        #expect(page.source.contains(language.words.signedOut.heading))
    }

    @Test("A language chosen on the page of tasks needs no return path") func backToTasks() {
        let page = page(SiteLayout(title: "t", locale: PageLocale(LanguageChoice(.german), page: "/tasks")))
        #expect(page.tags("a").contains { $0["href"] == "/language?lang=de" })
    }

    @Test("A page that can't be returned to offers languages all the same") func noWayBack() {
        #expect(page(SiteLayout(title: "t")).tags("a").contains { $0["href"] == "/language?lang=de" })
    }

    @Test("A page's title is escaped, and its scripts and styles are the site's files") func head() {
        let page = page(SiteLayout(title: "</title><script>alert(1)</script>"))
        #expect(page.source.contains("<title>&lt;/title&gt;&lt;script&gt;"))
        #expect(!page.tags("script").isEmpty && !page.tags("link").isEmpty)
        #expect(page.tags("script").allSatisfy { $0["src"]?.hasPrefix("/") == true })
        #expect(page.tags("link").allSatisfy { $0["href"]?.hasPrefix("/") == true })
        #expect(page.tags.allSatisfy { $0["style"] == nil && $0.attributes.keys.allSatisfy { !$0.hasPrefix("on") } })
    }
}
