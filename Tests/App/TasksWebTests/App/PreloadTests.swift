import HTTPTransport
import HTTPTypes
import Testing
import WebSupport

@testable import TasksWeb

@Suite struct PreloadTests {
    /// The style sheets and scripts that a page names.
    private func named(_ page: some Page) -> Set<String> {
        let markup = Markup(page)
        let sheets = markup.tags("link").filter { $0["rel"] == "stylesheet" }.compactMap { $0["href"] }
        return Set(sheets + markup.tags("script").compactMap { $0["src"] })
    }

    private func preloaded(_ page: some Page) -> Set<String> {
        Set((page.preload.fields[.link] ?? "").matches(of: #/<([^>]+)>; rel=preload/#).map { String($0.1) })
    }

    @Test("A page preloads each style sheet and script that it names, and nothing else") func pages() {
        let list = TaskList(items: [], next: nil, active: .exactly(0), canChange: true, hasCompleted: false)
        let tasks = TaskListPage(list, view: .whole, layout: SiteLayout(title: "t", current: "tasks"), csrf: "token")
        let signedOut = SignedOutPage(layout: SiteLayout(title: "t"))
        let posted = RepostPage(FormBody(), action: "/", words: .english)
        #expect(preloaded(tasks) == named(tasks) && preloaded(tasks).count == 2)
        #expect(preloaded(signedOut) == named(signedOut) && preloaded(signedOut).count == 3)
        #expect(preloaded(posted) == named(posted) && preloaded(posted).count == 3)
    }
}
