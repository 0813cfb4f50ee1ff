import Encodings
import HTTPTransport

/// Which tasks a page shows, and which of them stands in a form to be edited; its state is its address.
struct TaskView: Sendable, Equatable {
    var filter = TaskFilter.all
    /// The task, or the count of tasks, that came before this page.
    var after: String?
    /// The identifier of the task that is edited.
    var editing: String?

    static let whole = TaskView()

    private init() {}

    /// The view that a query describes.
    ///
    /// Unreadable values count as not given.
    init(query: String?) {
        let query = FormBody(parsing: query ?? "") ?? FormBody()
        filter = TaskFilter(query[single: "show"])
        after = query[single: "after"].flatMap { $0.isEmpty ? nil : $0 }
        editing = query[single: "edit"].flatMap { PathSegment($0)?.text }
    }

    /// The address of this page without anything being edited.
    var path: String { SitePath.tasks(show: filter, after: after) }

    /// The start of the query on this page by which a task is edited; its encoded identifier completes it.
    var editQuery: String {
        if filter == .all, after == nil { return "edit=" }
        return "\(path.dropFirst(SitePath.tasks.count + 1))&edit="
    }
}

/// Which tasks the page shows.
enum TaskFilter: String, Sendable, CaseIterable {
    case all
    case active
    case completed

    /// The filter of that name; anything else shows all.
    init(_ text: String?) {
        self = text.flatMap(Self.init(rawValue:)) ?? .all
    }

    /// The value of the API's `completed` parameter.
    var completed: Bool? {
        switch self {
        case .all: nil
        case .active: false
        case .completed: true
        }
    }
}

extension SitePath {
    /// The list of tasks, filtered and from a place on.
    static func tasks(show: TaskFilter, after: String? = nil) -> String {
        var query = FormBody()
        if show != .all { query.append("show", show.rawValue) }
        query.append("after", after)
        return query.fields.isEmpty ? tasks : "\(tasks)?\(query.encoded)"
    }
}
