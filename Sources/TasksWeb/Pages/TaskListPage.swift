/// The person's tasks.
struct TaskListPage: Page {
    let layout: SiteLayout
    let csrf: String
    let show: String
    let items: [TaskRow]
    let draft: String
    let problem: String?
    let counter: String
    let hasCompleted: Bool
    let hasActive: Bool
    let canComplete: Bool
    let nextURL: String?
    let isFirstPage: Bool
    let backURL: String?
    let kept: KeptOffer?

    init(
        _ list: TaskList, filter: TaskFilter, after: String?, layout: SiteLayout, csrf: String, draft: String = "",
        problem: String? = nil, kept: KeptForm? = nil
    ) {
        self.layout = layout
        self.csrf = csrf
        self.draft = draft
        self.problem = problem
        self.kept = kept.flatMap { KeptOffer($0, csrf: csrf, words: layout.words) }
        show = filter.rawValue
        items = list.items.map {
            TaskRow(
                id: list.canChange ? $0.id : nil, text: $0.text, completed: $0.completed ?? false, csrf: csrf,
                canEdit: list.canChange)
        }
        counter = Self.counter(list.active, canComplete: list.canChange, words: layout.words)
        hasCompleted = list.hasCompleted
        hasActive = list.active != .exactly(0)
        canComplete = list.canChange
        nextURL = list.next.map { SitePath.tasks(show: filter, after: $0) }
        isFirstPage = after == nil
        backURL = after == nil ? nil : SitePath.tasks(show: filter)
    }

    /// About as many bytes as the page will have.
    var capacity: Int { 8192 + items.count * 2560 }

    private static func counter(_ count: TaskList.Count, canComplete: Bool, words: Catalogue) -> String {
        switch count {
        case .exactly(let number): canComplete ? words.tasks.left(number) : words.tasks.count(number)
        case .moreThan(let number): canComplete ? words.tasks.moreThanLeft(number) : words.tasks.moreThan(number)
        }
    }
}
