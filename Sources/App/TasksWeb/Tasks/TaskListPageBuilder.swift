import Encodings
import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import TaskCore
import WebSupport

struct TaskListPageBuilder: Sendable {
    let pages: PageBuilder
    let pendingForms: PendingForms
    let undo: UndoCookies

    /// The page of a view.
    ///
    /// - Parameters:
    ///   - draft: The text that was typed as a new task.
    ///   - problem: Why that can't be one.
    ///   - isSeen: Whether the user looks at the page, so that an offer to undo has been made with it.
    func response(
        _ view: TaskView, _ client: TasksClient, _ context: SignedInUserContext, draft: String = "",
        problem: TaskTextError? = nil, isSeen: @autoclosure () -> Bool = true
    ) async throws -> Response {
        let list = try await client.list(filter: view.filter, after: view.after)
        let parts = try await parts(list, view, client, context.session)
        return render(list, view, parts, context, draft: draft, problem: problem, isSeen: isSeen)
    }

    /// The parts of a page next to its list.
    private struct Parts {
        let user: SiteLayout.User
        let isEditedGone: Bool
        let pending: PendingForms.Waiting?
        let pendingTask: String?
    }

    @inline(never)  // frame
    private func parts(
        _ list: TaskList, _ view: TaskView, _ client: TasksClient, _ session: RequestSession
    ) async throws -> Parts {
        let isEditedGone = try await isGone(view.editing, from: list, client)
        // Before a look-up that may end the session: the list is worth seeing all the same.
        let user = try pages.user(of: session)
        // The list is worth seeing also while the database is unreachable.
        let pending = try? await pendingForms.offer(in: session)
        return Parts(
            user: user, isEditedGone: isEditedGone, pending: pending,
            pendingTask: await text(ofTaskIn: pending, list, client))
    }

    @inline(never)  // frame
    private func render(
        _ list: TaskList, _ view: TaskView, _ parts: Parts, _ context: SignedInUserContext, draft: String,
        problem: TaskTextError?, isSeen: () -> Bool
    ) -> Response {
        let words = context.locale.words
        let page = TaskListPage(
            list, view: view,
            layout: pages.layout(words.tasks.heading, for: parts.user, in: context.locale, current: "tasks"),
            csrf: parts.user.csrf, draft: draft, problem: problem.map { InputError.text($0).text(in: words) },
            isEditedGone: parts.isEditedGone, correlationID: problem == nil ? nil : Correlation.identifier,
            pending: parts.pending, pendingTask: parts.pendingTask, deleted: undo.task(for: context.session))
        if isSeen() { undo.cookie.expire(in: context.session) }
        return Response.page(page, status: problem == nil ? .ok : .unprocessableContent)
    }

    /// The text of the task that a pending form names by its identifier, if it can be found.
    private func text(
        ofTaskIn pending: PendingForms.Waiting?, _ list: TaskList, _ client: TasksClient
    ) async -> String? {
        switch pending?.form.action {
        case .change(let id, nil, _), .delete(let id):
            if let task = list.items.first(where: { $0.id == id.text }) { return task.text }
            guard list.canChange, case .found(let task)? = try? await client.lookUp(id.text) else { return nil }
            return task.text
        default: return nil
        }
    }

    /// Whether a task that is to be edited was deleted elsewhere; one that only is on another page is not.
    private func isGone(_ editing: String?, from list: TaskList, _ client: TasksClient) async throws -> Bool {
        guard let editing, list.canChange, !list.items.contains(where: { $0.id == editing }) else { return false }
        return try await client.lookUp(editing) == .missing
    }
}
