import HTTPTypes
import Hummingbird
import SealedCookies
import TaskCore

/// Makes the page of tasks.
struct TaskPages: Sendable {
    let actions: TaskActions
    let configuration: TasksWebConfiguration
    let codec: SealedCookieCodec
    let pendingForms: PendingForms
    let undo: UndoCookies

    /// The page of a view.
    ///
    /// - Parameters:
    ///   - draft: What was typed as a new task.
    ///   - problem: Why that can't be one.
    ///   - isSeen: Whether somebody looks at the page, so that an offer to undo has been made with it.
    func page(
        _ view: TaskView, _ context: SignedInUserContext, draft: String = "", problem: TaskProblem? = nil,
        isSeen: Bool = true
    ) async throws -> Response {
        let list = try await actions.keeping(problem == nil ? nil : draft, retry: SitePath.tasks) {
            try await actions.service.list(filter: view.filter, after: view.after, for: context.slot)
        }
        let session = context.slot.session ?? context.session
        let csrf = try CSRFToken(session).sealed(codec: codec, until: session.end)
        let words = context.locale.words
        let layout = SiteLayout(
            title: words.tasks.heading, session: session, current: "tasks", configuration: configuration, csrf: csrf,
            locale: context.locale
        )
        let page = TaskListPage(
            list, view: view, layout: layout, csrf: csrf, draft: draft,
            problem: problem.map { InputError.text($0).text(in: words) },
            isEditedGone: try await isGone(view.editing, from: list, context),
            correlationID: problem == nil ? nil : CorrelatedTransport.correlationID,
            // The list is worth seeing also while the database is away.
            kept: try? await pendingForms.offer(to: session, in: context.cookies),
            deleted: undo.task(for: session, in: context.cookies))
        var response = Response.page(page, status: problem == nil ? .ok : .unprocessableContent)
        guard isSeen else { return response }
        for cookie in undo.expiring(in: context.cookies) {
            response.headers.append(HTTPField(name: .setCookie, value: cookie))
        }
        return response
    }

    /// Whether a task that is to be edited was deleted elsewhere; one that only is on another page is not.
    private func isGone(_ editing: String?, from list: TaskList, _ context: SignedInUserContext) async throws -> Bool {
        guard let editing, list.canChange, !list.items.contains(where: { $0.id == editing }) else { return false }
        return try await actions.service.isMissing(editing, for: context.slot)
    }
}
