import Testing

@testable import TasksWeb

@Suite struct TaskListPageTests {
    private let layout = SiteLayout(
        title: "Tasks", user: "Alice <i>\"&'", current: "tasks", showsClaims: true,
        showsProfile: true)

    private func list(_ change: (inout TaskList) -> Void = { _ in }) -> TaskList {
        var list = TaskList(
            items: [
                ListedTask(id: "1", text: "Milk", completed: false),
                ListedTask(id: "2", text: "Bread", completed: true),
            ],
            next: nil, active: .exactly(1), canChange: true, hasCompleted: true)
        change(&list)
        return list
    }

    private func page(
        _ list: TaskList, filter: TaskFilter = .all, after: String? = nil, editing: String? = nil, draft: String = "",
        problem: String? = nil, isEditedGone: Bool = false, deleted: DeletedTask? = nil
    ) -> Markup {
        var view = TaskView.whole
        (view.filter, view.after, view.editing) = (filter, after, editing)
        return Markup(
            TaskListPage(
                list, view: view, layout: layout, csrf: "token", draft: draft, problem: problem,
                isEditedGone: isEditedGone,
                deleted: deleted))
    }

    /// The actions of the page's forms and buttons.
    private func actions(_ markup: Markup) -> Set<String> {
        Set(markup.postForms.map(\.action) + markup.buttons.map(\.action))
    }

    private func completeAll(_ markup: Markup) -> String? {
        markup.buttons.first { $0.action == "/tasks/complete-all" }?.field
    }

    @Test("The page of tasks has the user's name, the count and each task, in the documented elements")
    func elements() {
        let page = page(list())
        #expect(page.text("data-user") == ["Alice <i>\"&'"])
        #expect(page.text("data-counter") == ["1 task left"])
        #expect(page.tags(with: "data-task-id").map { $0["data-task-id"] } == ["1", "2"])
        #expect(page.tags(with: "data-task-id").allSatisfy { $0.name == "li" })
        #expect(page.tags(with: "data-completed").map { $0["data-completed"] } == ["false", "true"])
        #expect(page.text("data-task") == ["Milk", "Bread"])
        #expect(page.tags(with: "data-error").isEmpty)
    }

    @Test(
        "The counter says how many tasks are left",
        arguments: [
            (.exactly(0), "0 tasks left"), (.exactly(1), "1 task left"), (.exactly(1234), "1234 tasks left"),
            (.moreThan(100), "more than 100 tasks left"), (.moreThan(0), ""),
        ] as [(TaskList.Count, String)])
    func counter(_ count: TaskList.Count, _ text: String) {
        #expect(page(list { $0.active = count }).text("data-counter") == [text])
    }

    @Test("The text of a task is on the page once, so that a page of the longest ones stays small") func textOnce() {
        let text = String(repeating: "\"", count: 1000)
        let tasks = (0..<100).map {
            ListedTask(id: "task-\($0)", text: "\($0)-\(text)", completed: $0.isMultiple(of: 2))
        }
        let page = page(list { $0.items = tasks })
        #expect(page.text("data-task") == tasks.map(\.text))
        let escaped = text.replacing("\"", with: "&quot;")
        #expect(page.source.utf8.count < 100 * (escaped.utf8.count + 1000))
        for label in page.tags("button").compactMap({ $0["aria-labelledby"] }).flatMap({ $0.split(separator: " ") }) {
            #expect(page.tags.count { $0["id"] == String(label) } == 1, "\(label)")
        }
        let edited = self.page(list { $0.items = tasks }, editing: "task-7").source.utf8.count
        #expect(
            edited < page.source.utf8.count + escaped.utf8.count + 1000, "where it is edited its field has it as well")
    }

    @Test("Every form that posts has the token as its first field, hidden; every button belongs to one of them")
    func csrfFirst() {
        for list in [
            list(), list { $0.canChange = false }, list { $0.items = [] },
            list { ($0.active, $0.hasCompleted) = (.exactly(0), true) },
        ] {
            let page = page(list, after: "0", draft: "x", problem: "too long")
            #expect(!page.postForms.isEmpty)
            for form in page.postForms {
                #expect(form.fields.first.map { $0 == ("csrf", "token") } == true, "\(form.action)")
            }
            #expect(page.tags("input").filter { $0["name"] == "csrf" }.allSatisfy { $0["type"] == "hidden" })
            #expect(page.tags("input").count { $0["name"] == "csrf" } == page.postForms.count)
            #expect(page.tags("form").filter { $0["id"] == "f" }.map { $0["method"] } == ["post"])
            #expect(page.buttons.allSatisfy { $0.form == "f" })
        }
    }

    @Test("Each operation of the embedded API has a control") func controls() {
        #expect(
            actions(page(list())) == [
                "/tasks", "/tasks/1", "/tasks/1/delete", "/tasks/2", "/tasks/2/delete", "/tasks/complete-all",
                "/tasks/clear-completed",
                "/sign-out",
            ])
        #expect(
            page(list()).tags("a").compactMap { $0["href"] }.filter { $0.hasPrefix("/tasks?show=") } == [
                "/tasks?show=active", "/tasks?show=completed",
            ])
    }

    @Test("For an API of the quickstart's dialect there is add and delete by text, and nothing that it can't serve")
    func quickstart() {
        let page = page(
            list { list in
                list = TaskList(
                    items: [ListedTask(id: nil, text: "Milk", completed: nil)], next: nil, active: .exactly(1),
                    canChange: false,
                    hasCompleted: false)
            })
        #expect(actions(page) == ["/tasks", "/tasks/delete", "/sign-out"])
        #expect(page.tags(with: "data-task-id").isEmpty)
        #expect(page.tags.allSatisfy { $0["name"] != "completed" })
        #expect(page.tags("a").allSatisfy { $0["href"]?.contains("show=") != true })
        #expect(page.text("data-counter") == ["1 task"])
        #expect(page.text("data-task") == ["Milk"])
    }

    @Test(
        "An empty part of a list without counts can be left by the filters", arguments: [TaskFilter.active, .completed])
    func emptyPart(_ filter: TaskFilter) {
        let page = page(
            TaskList(items: [], next: nil, active: .exactly(0), canChange: false, hasCompleted: false), filter: filter)
        #expect(page.tags("a").contains { $0["href"]?.hasSuffix("?show=active") == true })
        #expect(actions(page) == ["/tasks", "/sign-out"])
        #expect(page.text("data-counter") == ["0 tasks left"])
    }

    @Test("If no task is completed, nothing can be cleared, and if none is active, all can be reopened") func bulk() {
        #expect(!actions(page(list { $0.hasCompleted = false })).contains("/tasks/clear-completed"))
        let done = page(list { $0.active = .exactly(0) })
        #expect(completeAll(done) == "completed=false")
        #expect(completeAll(page(list())) == "completed=true")
        #expect(
            !actions(page(list { ($0.active, $0.hasCompleted) = (.exactly(0), false) })).contains("/tasks/complete-all")
        )
    }

    @Test("The links to more tasks and back retain the filter") func pages() {
        let page = page(list { $0.next = "a&b" }, filter: .active, after: "0")
        let links = page.tags("a").compactMap { $0["href"] }
        #expect(links.contains("/tasks?show=active&after=a%26b"))
        #expect(links.filter { $0 == "/tasks?show=active" }.count == 2)
        #expect(page.tags("a").contains { $0["rel"] == "next" })
        #expect(!self.page(list()).tags("a").contains { $0["rel"] == "next" })
    }

    @Test("If a new task goes to a later page, the page says so") func newAtEnd() {
        let says = { (list: TaskList, filter: TaskFilter) in
            page(list, filter: filter).source.contains("New tasks go to the end")
        }
        #expect(says(list { $0.next = "2" }, .all) && says(list { $0.next = "2" }, .active))
        #expect(!says(list(), .all) && !says(list(), .active))
        // A new task is not completed, and an API that sends no counts may have another order.
        #expect(!says(list { $0.next = "2" }, .completed))
        #expect(!says(list { ($0.next, $0.active) = ("2", .moreThan(1)) }, .all))
    }

    @Test("Typed text stays on the page if it can't be saved, and the page says why") func draft() {
        let page = page(list(), draft: "<b>\"milk", problem: "Too <long>.")
        #expect(page.text("data-error") == ["Too <long>."])
        #expect(page.postForms.first { $0.action == "/tasks" }?.fields.last.map { $0 == ("task", "<b>\"milk") } == true)
        #expect(page.tags("b").isEmpty)
    }

    @Test("Typed text with a line break is in its field with a space") func draftWithLineBreak() {
        let page = page(list(), draft: "milk\r\nbread", problem: "Too long.")
        #expect(page.postForms.first { $0.action == "/tasks" }?.fields.last?.value == "milk bread")
    }

    @Test("The filter that is chosen is marked", arguments: TaskFilter.allCases) func chosenFilter(_ filter: TaskFilter)
    {
        let marked = page(list(), filter: filter).tags("a").filter {
            $0["href"]?.hasPrefix("/tasks") == true && $0["aria-current"] == "page"
        }
        #expect(marked.contains { $0["href"] == SitePath.tasks(show: filter) })
        #expect(marked.count { $0["href"]?.contains("show=") == true } == (filter == .all ? 0 : 1))
    }

    @Test("If the user has no task at all, there is no list or filter, and the counter is there but not shown")
    func nothing() {
        let page = page(list { ($0.items, $0.active, $0.hasCompleted) = ([], .exactly(0), false) })
        #expect(page.text("data-counter") == ["0 tasks left"])
        #expect(page.tags(with: "data-counter").allSatisfy { $0["hidden"] != nil } && page.tags("ul").isEmpty)
        #expect(page.tags("a").allSatisfy { $0["href"]?.contains("show=") != true })
        #expect(actions(page) == ["/tasks", "/sign-out"])
    }

    @Test(
        "A last page that has become empty says so, and not that all is done",
        arguments: [TaskFilter.active, .completed, .all])
    func emptiedPage(filter: TaskFilter) {
        let page = page(
            list { ($0.items, $0.active, $0.hasCompleted) = ([], .exactly(100), true) }, filter: filter, after: "1")
        #expect(page.source.contains("No more tasks"))
    }

    @Test("The page says that all is done only if nothing is left") func allDone() {
        let done = page(list { ($0.items, $0.active, $0.hasCompleted) = ([], .exactly(0), true) }, filter: .active)
        #expect(done.source.contains("All done"))
        let left = page(list { ($0.items, $0.active, $0.hasCompleted) = ([], .exactly(1), true) }, filter: .active)
        #expect(!left.source.contains("All done"))
    }

    @Test("If no task is active and the other counts are unknown, the page says only that none is active")
    func noneActive() {
        let page = page(list { ($0.items, $0.active, $0.hasCompleted) = ([], .exactly(0), false) }, filter: .active)
        #expect(page.source.contains(Catalogue.english.tasks.noneActive.heading))
    }

    @Test("The edited task is a form that returns to its page, and the others are links") func editing() {
        let page = page(list(), filter: .active, after: "0", editing: "2")
        #expect(page.tags(with: "data-task").compactMap { $0["href"] } == ["?show=active&after=0&edit=1"])
        #expect(page.postForms.count { $0.action == "/tasks/2" } == 1)
        #expect(page.buttons.count { $0.action == "/tasks/2" } == 1)
        #expect(page.tags("a").contains { $0["href"] == "/tasks?show=active&after=0" })
        #expect(page.tags(with: "data-error").isEmpty)
    }

    @Test("The page says if the task to be edited is gone") func editingNothing() {
        let page = page(list(), editing: "7", isEditedGone: true)
        #expect(page.text("data-error").first?.contains("This task is gone") == true)
        #expect(page.tags("input").allSatisfy { $0["aria-invalid"] == nil })
        #expect(self.page(list(), editing: "7").tags(with: "data-error").isEmpty)
    }

    @Test("A deleted task can be added again, completed if it was", arguments: [true, false]) func undo(
        _ completed: Bool
    ) throws {
        #expect(page(list()).tags(with: "data-undo").isEmpty)
        let page = page(list(), deleted: DeletedTask(text: "<b>\"Eggs", completed: completed))
        #expect(page.tags(with: "data-undo").map(\.name) == ["form"])
        let form = try #require(page.postForms.first { $0.action == "/tasks" })
        #expect(
            form.fields.map { "\($0.name)=\($0.value)" } == ["csrf=token", "task=<b>\"Eggs"]
                + (completed ? ["completed=true"] : []))
        #expect(page.tags("b").isEmpty)
    }

    @Test("An empty list says so and still takes tasks", arguments: TaskFilter.allCases) func empty(
        _ filter: TaskFilter
    ) {
        let page = page(list { $0.items = [] }, filter: filter)
        #expect(page.tags("li").allSatisfy { $0["data-completed"] == nil })
        #expect(actions(page).contains("/tasks"))
        #expect(page.tags("h2").count == 1)
    }
}
