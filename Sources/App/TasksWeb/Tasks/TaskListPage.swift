import Encodings
import HummingbirdOpenIDConnect

/// The user's tasks.
struct TaskListPage: Page {
    let layout: SiteLayout
    let csrf: String
    let filter: TaskFilter
    let items: [TaskRow]
    let draft: String
    /// Whether the draft can't be a task.
    let isDraftRefused: Bool
    let problem: String?
    /// The request's identifier, if the page says why it failed.
    let correlationID: String?
    let counter: String
    /// Whether the user has any task, shown here or not.
    let hasTasks: Bool
    let hasCompleted: Bool
    let hasActive: Bool
    let canComplete: Bool
    let hasFilters: Bool
    let nextURL: String?
    /// Whether a new task goes to a later page, which is known only of an API like Latchkey's.
    let isNewestElsewhere: Bool
    /// The first page; `nil` on that page itself.
    let backURL: String?
    let pending: PendingFormOffer?
    let deleted: DeletedTask?

    init(
        _ list: TaskList, view: TaskView, layout: SiteLayout, csrf: String, draft: String = "", problem: String? = nil,
        isEditedGone: Bool = false, correlationID: String? = nil, pending: PendingForms.Waiting? = nil,
        pendingTask: String? = nil, deleted: DeletedTask? = nil
    ) {
        self.layout = layout
        self.csrf = csrf
        self.draft = FieldText(draft).value
        self.correlationID = correlationID
        self.deleted = deleted
        self.pending = pending.flatMap { PendingFormOffer($0, task: pendingTask, csrf: csrf, words: layout.words) }
        filter = view.filter
        let editQuery = view.editQuery
        let editing = list.canChange ? view.editing : nil
        items = list.items.enumerated().map { number, task in
            let isEdited = editing != nil && task.id == editing
            // The next page can also start after an identifier that can't be a segment of a path.
            return TaskRow(
                id: list.canChange ? task.id.flatMap(PathSegment.init) : nil, isDeletedByName: !list.canChange,
                text: task.text, completed: task.completed ?? false, csrf: isEdited ? csrf : "", words: layout.words,
                number: number, editQuery: editQuery,
                cancelURL: isEdited ? view.path : nil)
        }
        isDraftRefused = problem != nil
        self.problem = problem ?? (isEditedGone ? layout.words.tasks.gone : nil)
        // An empty part of a list doesn't show whether its tasks can be changed, but must not be a dead end.
        hasFilters = list.canChange || view.filter != .all
        counter = Self.counter(list.active, ofActive: hasFilters, words: layout.words)
        hasCompleted = list.hasCompleted
        hasActive = list.active != .exactly(0)
        hasTasks = !items.isEmpty || hasActive || hasCompleted || (hasFilters && !list.canChange)
        canComplete = list.canChange
        nextURL = list.next.map { SitePath.tasks(show: view.filter, after: $0) }
        isNewestElsewhere = list.next != nil && list.active.isExact && view.filter != .completed
        backURL = view.after == nil ? nil : SitePath.tasks(show: view.filter)
    }

    var words: Catalogue { layout.words }
    var preload: Preload { .tasks }
    var show: String { filter.rawValue }
    var isFirstPage: Bool { backURL == nil }
    /// About as many bytes as the page will have.
    var capacity: Int { 3584 + items.count * 448 }

    /// The text if no task is shown.
    var emptiness: Catalogue.Emptiness {
        switch filter {
        case _ where !isFirstPage: words.tasks.noMore
        case .active where hasCompleted && !hasActive: words.tasks.allDone
        case .active: words.tasks.noneActive
        case .completed where hasTasks: words.tasks.noneCompleted
        default: words.tasks.none
        }
    }

    private static func counter(_ count: TaskList.Count, ofActive isOfActive: Bool, words: Catalogue) -> String {
        switch count {
        // “More than 0” would tell the user nothing.
        case .moreThan(0): ""
        case .exactly(let number): isOfActive ? words.tasks.left(number) : words.tasks.count(number)
        case .moreThan(let number): isOfActive ? words.tasks.moreThanLeft(number) : words.tasks.moreThan(number)
        }
    }
}
