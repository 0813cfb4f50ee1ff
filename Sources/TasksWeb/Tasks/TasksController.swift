import HTTPTransport
import HTTPTypes
import Hummingbird
import SealedCookies
import TaskCore

/// The person's tasks: the page, and what its forms do.
///
/// Each form is answered by going back to the page that it is on.
struct TasksController: Sendable {
    let service: TaskService
    let configuration: TasksWebConfiguration
    let codec: SealedCookieCodec
    let keptForms: KeptForms

    func addRoutes(to group: RouterGroup<PersonContext>) {
        group.get("/tasks") { request, context in try await list(request, context) }
        group.post("/tasks") { request, context in try await add(request, context) }
        group.post("/tasks/delete") { _, context in try await deleteByName(context) }
        group.post(RouterPath(SitePath.keptTasks)) { _, context in try await doKept(context) }
        group.post("/tasks/complete-all") { request, context in try await completeAll(request, context) }
        group.post("/tasks/clear-completed") { request, context in
            try await service.deleteCompleted(for: context.slot)
            return back(from: request)
        }
        group.post("/tasks/{id}") { request, context in try await change(request, context) }
        group.post("/tasks/{id}/delete") { request, context in
            try await service.delete(try id(context), for: context.slot)
            return back(from: request)
        }
    }

    private func list(_ request: Request, _ context: PersonContext) async throws -> Response {
        let query = FormBody(parsing: request.uri.query ?? "") ?? FormBody()
        let after = query[single: "after"].flatMap { $0.isEmpty ? nil : $0 }
        return try await page(context, filter: TaskFilter(query[single: "show"]), after: after)
    }

    private func add(_ request: Request, _ context: PersonContext) async throws -> Response {
        let typed = context.form[single: "task"] ?? ""
        let text: TaskText
        do {
            text = try TaskText(typed)
        } catch {
            return try await page(context, filter: .all, after: nil, draft: typed, problem: error)
        }
        try await keeping(typed) { try await service.add(text, for: context.slot) }
        return back(from: request)
    }

    private func change(_ request: Request, _ context: PersonContext) async throws -> Response {
        let id = try id(context)
        let typed = context.form[single: "task"]
        let text = try typed.map { try checked($0, retry: retry(id)) }
        let completed = try context.form[single: "completed"].map(boolean)
        guard text != nil || completed != nil else {
            throw PageError(.invalidInput(.nothingToChange))
        }
        try await keeping(typed, retry: retry(id)) { try await service.change(id, text: text, completed: completed, for: context.slot) }
        return back(from: request)
    }

    private func deleteByName(_ context: PersonContext) async throws -> Response {
        guard let text = context.form[single: "task"], !text.isEmpty else {
            throw PageError(.invalidInput(.noTaskNamed))
        }
        try await service.delete(named: text, for: context.slot)
        return .seeOther(SitePath.tasks)
    }

    /// Does what was typed when the session ended, now that the person has confirmed it.
    private func doKept(_ context: PersonContext) async throws -> Response {
        guard let kept = try await keptForms.take(for: context.session, in: context.cookies) else {
            return .seeOther(SitePath.tasks, setting: [keptForms.names.expiring(keptForms.names.kept)])
        }
        do {
            try await perform(kept.action, for: context.slot)
        } catch var error as PageError where error.kind == .notSignedIn || error.kind == .refusedByAPI {
            error.cookies += try await keptForms.keep(kept.form, path: kept.path, of: CSRFToken(context.session))
            throw error
        }
        return .seeOther(SitePath.tasks, setting: [keptForms.names.expiring(keptForms.names.kept)])
    }

    private func perform(_ action: KeptForm.Action?, for slot: SessionSlot) async throws {
        switch action {
        case .add(let typed): try await keeping(typed) { try await service.add(try checked(typed), for: slot) }
        case .change(let id, let typed, let completed):
            try await keeping(typed, retry: retry(id)) {
                try await service.change(id, text: try typed.map { try checked($0) }, completed: completed, for: slot)
            }
        case .delete(let id): try await service.delete(id, for: slot)
        case .deleteByName(let text): try await service.delete(named: text, for: slot)
        case .changeAll(let completed): try await service.changeAll(completed: completed, for: slot)
        case .deleteCompleted: try await service.deleteCompleted(for: slot)
        case nil: break
        }
    }

    private func checked(_ typed: String, retry: String = SitePath.tasks) throws -> TaskText {
        do {
            return try TaskText(typed)
        } catch {
            throw PageError(.invalidInput(.text(error)), kept: typed, retry: retry)
        }
    }

    private func completeAll(_ request: Request, _ context: PersonContext) async throws -> Response {
        guard let completed = try context.form[single: "completed"].map(boolean) else {
            throw PageError(.invalidInput(.noCompletion))
        }
        try await service.changeAll(completed: completed, for: context.slot)
        return back(from: request)
    }

    private func page(
        _ context: PersonContext, filter: TaskFilter, after: String?, draft: String = "", problem: TaskProblem? = nil
    ) async throws -> Response {
        let words = context.reader.words
        let list = try await keeping(problem == nil ? nil : draft) {
            try await service.list(filter: filter, after: after, for: context.slot)
        }
        let session = context.slot.session ?? context.session
        let csrf = try CSRFToken(session).sealed(codec: codec, until: session.end)
        let layout = SiteLayout(
            title: words.tasks.heading, session: session, current: "tasks", configuration: configuration, csrf: csrf, reader: context.reader
        )
        // The list is worth seeing also while the database is away.
        let kept = try? await keptForms.offer(to: session, in: context.cookies)
        let page = TaskListPage(
            list, filter: filter, after: after, layout: layout, csrf: csrf, draft: draft,
            problem: problem.map { InputFault.text($0).text(in: words) }, kept: kept)
        return .page(page.html(), status: problem == nil ? .ok : .unprocessableContent)
    }

    /// Runs a call whose failure must not lose what was typed.
    private func keeping<Result>(
        _ typed: String?, retry: String = SitePath.tasks, _ call: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await call()
        } catch var error as PageError {
            error.kept = typed
            // What was meant for a task that is gone can still become one.
            error.retry = error.kind == .noSuchTask ? SitePath.tasks : retry
            throw error
        }
    }

    /// The page that the form is on, if that is one of tasks; else the whole list.
    private func back(from request: Request) -> Response {
        let page = request.formPage(of: configuration.redirectURI.origin)
        return .seeOther(page.flatMap { $0.hasPrefix("\(SitePath.tasks)?") ? $0 : nil } ?? SitePath.tasks)
    }

    /// The identifier in the path, as one segment; what a URL could take for a step up or down is no identifier.
    private func id(_ context: PersonContext) throws -> String {
        guard let id = context.parameters.get("id").flatMap(HTTPURL.decode(segment:)), !id.isEmpty, id != ".", id != ".." else {
            throw PageError(.noSuchTask)
        }
        return id
    }

    private func retry(_ id: String) -> String { "\(SitePath.tasks)/\(HTTPURL.encode(segment: id))" }

    private func boolean(_ text: String) throws -> Bool {
        guard let value = Bool(text) else { throw PageError(.invalidInput(.badCompletion)) }
        return value
    }
}
