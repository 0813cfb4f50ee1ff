import Encodings
import HTTPTransport
import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import TaskCore
import WebSupport

/// The user's tasks: the page and its forms.
///
/// The response to each form is a redirect to the page that it is on.
struct TasksController: Sendable {
    let client: @Sendable (SignedInUserContext) -> TasksClient
    let page: TaskListPageBuilder
    let undo: UndoCookies
    let pendingForms: PendingForms
    let origin: String

    func addRoutes(to group: RouterGroup<SignedInUserContext>) {
        group.get(RouterPath(TaskRoute.list.path)) { request, context in
            try await page.response(
                TaskView(query: request.uri.query), client(context), context,
                isSeen: !request.isTentative)
        }
        for format in TaskFile.Format.allCases {
            // HEAD's response is made here as well, because the router's would have the length 0.
            for method in [HTTPRequest.Method.get, .head] {
                group.on(RouterPath(format.path), method: method) { _, context in
                    try await TaskDownload(client: client(context), format: format, logger: context.logger).response()
                }
            }
        }
        for pattern in TaskRoute.formPatterns {
            group.post(RouterPath(pattern)) { request, context in
                guard let route = TaskRoute(path: request.uri.path) else { throw PageError(.noSuchTask) }
                // Places are counts if tasks have no identifiers, and one less moves them all.
                let back = route == .deletionByName ? TaskView.whole : formPage(request)
                return try await perform(try action(route, context), context, back: back)
            }
        }
        group.post(RouterPath(TaskRoute.pendingForm.path)) { request, context in
            try await performPending(request, context)
        }
        group.post(RouterPath(TaskRoute.pendingFormDiscard.path)) { _, context in
            try await discardPending(context)
        }
    }

    /// The action that the form requests.
    private func action(_ route: TaskRoute, _ context: SignedInUserContext) throws -> TaskAction {
        do {
            return try TaskAction(route, context.form)
        } catch {
            throw PageError(error) { _ in
                // The input can be sent again to the route that would save it.
                let retry: TaskRoute? =
                    switch route {
                    case .list, .task: route
                    default: nil
                    }
                return Draft(text: context.form[single: "task"], retry: retry)
            }
        }
    }

    /// Performs the action and redirects back, with the cookie for an undo.
    private func perform(_ action: TaskAction, _ context: SignedInUserContext, back: TaskView) async throws
        -> Response
    {
        let client = client(context)
        do {
            switch action {
            case .add(let typed, let completed):
                let id = try await client.add(TaskText(trimming: typed))
                // The task is there by now: a failure here must not have it added once more.
                if completed, let id { try? await client.change(id, text: nil, completed: true) }
            case .change(let id, let typed, let completed):
                try await client.change(id.text, text: typed.map(TaskText.init(trimming:)), completed: completed)
            case .delete(let id):
                let known = try await client.lookUp(id.text)
                try await client.delete(id.text)
                guard case .found(let task) = known else { break }
                offerUndo(DeletedTask(text: task.text, completed: task.completed ?? false), context)
            case .deleteByName(let text):
                do {
                    try await client.delete(named: text)
                } catch TasksAPIError.noSuchTask where text.contains("\r\n") {
                    // Without scripts, browsers send a line break of the text as CRLF.
                    try await client.delete(named: text.replacing("\r\n", with: "\n"))
                }
                offerUndo(DeletedTask(text: text, completed: false), context)
            case .changeAll(let completed): try await client.changeAll(completed: completed)
            case .deleteCompleted: try await client.deleteCompleted()
            }
        } catch let problem as TaskTextError {
            return try await response(to: problem, action, client, context, on: back)
        } catch {
            throw PageError.ofForm(error, draft: action.draft)
        }
        return Response(seeOther: back.path)
    }

    /// A text that can't be a task: the page shows a new task's in its form, and an emptied one may mean deletion.
    private func response(
        to problem: TaskTextError, _ action: TaskAction, _ client: TasksClient, _ context: SignedInUserContext,
        on view: TaskView
    ) async throws -> Response {
        switch action {
        case .add(let typed, _):
            do {
                return try await page.response(view, client, context, draft: typed, problem: problem)
            } catch {
                throw PageError.ofForm(error, draft: action.draft)
            }
        case .change where problem == .empty: throw PageError(InputError.emptied, draft: action.draft)
        default: throw PageError(problem, draft: action.draft)
        }
    }

    private func offerUndo(_ task: DeletedTask, _ context: SignedInUserContext) {
        // Another API may have longer texts than can be added here.
        guard (try? TaskText(trimming: task.text)) != nil else { return }
        undo.store(task, for: context.session)
    }

    /// Performs the form that was posted when the session had ended, now that the user has confirmed it.
    private func performPending(_ request: Request, _ context: SignedInUserContext) async throws -> Response {
        let session = context.session
        // The page says which one it shows. For a form that says nothing it is the one that a page would show now.
        var name = context.form[single: "kept"]
        if name == nil { name = try await pendingForms.offer(in: session)?.name }
        guard let name else { return Response(seeOther: SitePath.tasks) }
        let pending = try await pendingForms.waiting(name, in: session)
        let action = pending?.form.action
        let isTaken: Bool
        do {
            isTaken = try await pendingForms.take(name, in: session) != nil
        } catch {
            // The form may be gone all the same, so the page has the typed text.
            throw PageError.ofForm(error) { action?.draft(after: $0) }
        }
        pendingForms.expire(name, in: session)
        guard isTaken, let pending, let action else { return Response(seeOther: SitePath.tasks) }
        do {
            let response = try await perform(action, context, back: .whole)
            if response.status != .seeOther, !request.isNavigation { await putBack(pending, context) }
            return response
        } catch {
            // That the store is unreachable hides no reason.
            if !request.isNavigation || error is SignInError { await putBack(pending, context) }
            throw error
        }
    }

    /// Puts a form back that failed.
    ///
    /// The page of a failed navigation has the typed text; the script shows the reason alone.
    private func putBack(_ pending: PendingForms.Waiting, _ context: SignedInUserContext) async {
        try? await pendingForms.putBack(pending, in: context.session)
    }

    /// Discards the form that was posted when the session had ended, because the user doesn't want it any more.
    private func discardPending(_ context: SignedInUserContext) async throws -> Response {
        if let name = context.form[single: "kept"] {
            pendingForms.expire(name, in: context.session)
            _ = try await pendingForms.take(name, in: context.session)
        }
        return Response(seeOther: SitePath.tasks)
    }

    /// The page that the form is on, with nothing being edited, if that is one of tasks; else the whole list.
    private func formPage(_ request: Request) -> TaskView {
        guard let page = request.formPage(of: origin), page.hasPrefix("\(SitePath.tasks)?") else { return .whole }
        var view = TaskView(query: String(page.dropFirst(SitePath.tasks.count + 1)))
        view.editing = nil
        return view
    }
}

extension TaskText {
    /// The text without the white space at its ends, which is seldom typed on purpose.
    fileprivate init(trimming typed: String) throws(TaskTextError) {
        let rest = typed.unicodeScalars.drop { $0.properties.isWhitespace }
        guard let last = rest.lastIndex(where: { !$0.properties.isWhitespace }) else { throw .empty }
        try self.init(String(rest[...last]))
    }
}
