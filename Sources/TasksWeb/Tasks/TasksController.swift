import HTTPTransport
import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import TaskCore

/// The person's tasks: the page, and what its forms do.
///
/// Each form is answered by going back to the page that it is on.
struct TasksController: Sendable {
    let actions: TaskActions
    let pages: TaskPages
    let undo: UndoCookies
    let pendingForms: PendingForms
    let origin: String

    func addRoutes(to group: RouterGroup<SignedInUserContext>) {
        group.get("/tasks") { request, context in
            let isSeen = request.method == .get && request.headers[.secPurpose] == nil
            return try await pages.page(TaskView(query: request.uri.query), context, isSeen: isSeen)
        }
        group.post("/tasks") { request, context in try await add(request, context) }
        group.post("/tasks/delete") { request, context in try await deleteByName(request, context) }
        group.post(RouterPath(SitePath.pendingForm)) { request, context in try await doKept(request, context) }
        group.post("/tasks/complete-all") { request, context in try await completeAll(request, context) }
        group.post("/tasks/clear-completed") { request, context in try await perform(.deleteCompleted, request, context)
        }
        group.post("/tasks/{id}") { request, context in try await change(request, context) }
        group.post("/tasks/{id}/delete") { request, context in
            try await perform(.delete(id: try id(context)), request, context)
        }
    }

    private func add(_ request: Request, _ context: SignedInUserContext) async throws -> Response {
        let typed = context.form[single: "task"] ?? ""
        let completed = try context.form[single: "completed"].map(boolean) ?? false
        do {
            _ = try TaskText(typed)
        } catch {
            return try await pages.page(.whole, context, draft: typed, problem: error)
        }
        return try await perform(.add(typed, completed: completed), request, context)
    }

    private func change(_ request: Request, _ context: SignedInUserContext) async throws -> Response {
        let completed = try context.form[single: "completed"].map(boolean)
        let action = TaskAction.change(id: try id(context), text: context.form[single: "task"], completed: completed)
        guard action != .change(id: try id(context), text: nil, completed: nil) else {
            throw PageError(.invalidInput(.nothingToChange))
        }
        return try await perform(action, request, context)
    }

    private func deleteByName(_ request: Request, _ context: SignedInUserContext) async throws -> Response {
        guard let text = context.form[single: "task"], !text.isEmpty else {
            throw PageError(.invalidInput(.noTaskNamed))
        }
        // Places are counts where tasks have no identifiers, and one less moves them all.
        return try await perform(.deleteByName(text), request, context, back: SitePath.tasks)
    }

    private func completeAll(_ request: Request, _ context: SignedInUserContext) async throws -> Response {
        guard let completed = try context.form[single: "completed"].map(boolean) else {
            throw PageError(.invalidInput(.noCompletion))
        }
        return try await perform(.changeAll(completed: completed), request, context)
    }

    /// Does what was typed when the session ended, now that the person has confirmed it.
    private func doKept(_ request: Request, _ context: SignedInUserContext) async throws -> Response {
        // The page says which one it shows; for a form that says nothing it is the one that a page would show now.
        var name = context.form[single: "kept"]
        if name == nil { name = try await pendingForms.offer(to: context.session, in: context.cookies)?.name }
        let expiring = name.map { pendingForms.expiring($0, in: context.cookies) } ?? []
        guard let name, let kept = try await pendingForms.take(name, for: context.session, in: context.cookies),
            let action = kept.form.action
        else { return .seeOther(SitePath.tasks, setting: expiring) }
        do {
            return try await perform(action, request, context, back: SitePath.tasks, setting: expiring)
        } catch var error as PageError {
            // The page of a failed navigation has what was typed; the script shows the reason alone. A register that is
            // away hides no reason.
            if !request.isNavigation || error.kind.leadsToSignIn {
                error.cookies += (try? await pendingForms.putBack(kept, in: context.cookies)) ?? []
            }
            throw error
        }
    }

    /// Does it and goes back, with what an undo needs.
    private func perform(
        _ action: TaskAction, _ request: Request, _ context: SignedInUserContext, back: String? = nil,
        setting cookies: [String] = []
    ) async throws -> Response {
        let deleted = try await actions.perform(action, for: context.slot)
        let session = context.slot.session ?? context.session
        let undoing = deleted.map { undo.keeping($0, for: session, over: context.cookies) } ?? []
        return .seeOther(back ?? formPage(request), setting: cookies + undoing)
    }

    /// The page that the form is on, with nothing being edited, if that is one of tasks; else the whole list.
    private func formPage(_ request: Request) -> String {
        guard let page = request.formPage(of: origin), page.hasPrefix("\(SitePath.tasks)?") else {
            return SitePath.tasks
        }
        return TaskView(query: String(page.dropFirst(SitePath.tasks.count + 1))).path
    }

    /// The identifier in the path, as one segment; what a URL could take for a step up or down is no identifier.
    private func id(_ context: SignedInUserContext) throws -> String {
        guard let id = context.parameters.get("id").flatMap(HTTPURL.decode(segment:)), !id.isEmpty, id != ".",
            id != ".."
        else {
            throw PageError(.noSuchTask)
        }
        return id
    }

    private func boolean(_ text: String) throws -> Bool {
        guard let value = Bool(text) else { throw PageError(.invalidInput(.badCompletion)) }
        return value
    }
}
