import Encodings
import HTTPTransport
import PageSupport

/// The paths of the tasks page and of its forms.
///
/// The paths of requests and stored forms are parsed here, and the paths in pages and the router's patterns are written
/// here.
enum TaskRoute: Sendable, Equatable {
    /// The page, and the form that adds a task.
    case list
    case deletionByName
    case completeAll
    case clearCompleted
    /// The form that sends a pending form, which was posted after its session had ended.
    case pendingForm
    /// The form that discards it.
    case pendingFormDiscard
    /// The form that changes a task, with the task's identifier.
    case task(PathSegment)
    /// The form that deletes a task, with the task's identifier.
    case deletion(PathSegment)

    /// The segments behind `/tasks` that name other forms.
    private static let names = [TaskRoute.deletionByName, .completeAll, .clearCompleted, .pendingForm].map {
        String($0.path.dropFirst(SitePath.tasks.count + 1))
    }
    /// The router's pattern of each form that does something with tasks.
    static let formPatterns =
        [list, deletionByName, completeAll, clearCompleted].map(\.path) + ["/tasks/{id}", "/tasks/{id}/delete"]

    /// Reads a path as the router does, which skips empty segments.
    ///
    /// - Returns: `nil` for any other path, and for an identifier that can't be a segment.
    init?(path: String) {
        let segments = path.split(separator: "/")
        guard segments.first == "tasks", segments.count <= 3 else { return nil }
        switch (segments.count, segments.last) {
        case (1, _): self = .list
        case (2, "delete"): self = .deletionByName
        case (2, "complete-all"): self = .completeAll
        case (2, "clear-completed"): self = .clearCompleted
        case (2, "kept"): self = .pendingForm
        case (3, "discard") where segments[1] == "kept": self = .pendingFormDiscard
        case (2, _), (3, "delete"):
            guard let id = HTTPURL.decode(segment: segments[1]).flatMap(PathSegment.init) else { return nil }
            self = segments.count == 2 ? .task(id) : .deletion(id)
        default: return nil
        }
    }

    /// The path, with the identifier as one segment.
    var path: String {
        switch self {
        case .task(let id) where hasName:
            // The router compares encoded segments, so with its first letter encoded this isn't the form's path. A
            // proxy may undo that (RFC 3986, section 6.2.2.2).
            let first = id.text.utf8.prefix(1).map { "%\(String($0, radix: 16, uppercase: true))" }.joined()
            return "\(SitePath.tasks)/\(first)\(id.text.dropFirst())"
        case .list: return SitePath.tasks
        case .deletionByName: return "/tasks/delete"
        case .completeAll: return "/tasks/complete-all"
        case .clearCompleted: return "/tasks/clear-completed"
        case .pendingForm: return "/tasks/kept"
        case .pendingFormDiscard: return "/tasks/kept/discard"
        case .task(let id): return "/tasks/\(id.encoded)"
        case .deletion(let id): return "/tasks/\(id.encoded)/delete"
        }
    }

    /// Whether a task's path would collide with the path of another form.
    fileprivate var hasName: Bool {
        if case .task(let id) = self { Self.names.contains(id.text) } else { false }
    }
}

extension HTML {
    /// Appends a path as the value of an attribute.
    ///
    /// A row's is written piece by piece, because a page has hundreds.
    mutating func url(_ route: TaskRoute) {
        switch route {
        case .task(let id) where !route.hasName:
            raw("/tasks/")
            urlSegment(id)
        case .deletion(let id):
            raw("/tasks/")
            urlSegment(id)
            raw("/delete")
        case .task, .list, .deletionByName, .completeAll, .clearCompleted, .pendingForm, .pendingFormDiscard:
            attribute(route.path)
        }
    }
}
