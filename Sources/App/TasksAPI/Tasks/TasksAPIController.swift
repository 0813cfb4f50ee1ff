import Encodings
import HTTPTypes
import Hummingbird
import TaskCore
import WebSupport

/// The calls on a user's tasks.
///
/// Each passes the owner to the store, which reads and changes that owner's tasks alone.
struct TasksAPIController: Sendable {
    let store: any TaskStore

    /// Handles `GET /tasks`.
    func list(_ request: Request, _ context: OwnerContext) async throws -> Response {
        let query = try TaskQuery(of: request)
        let page = try await store.tasks(
            of: context.owner, completed: query.completed, limit: query.limit, after: query.after)
        var json = JSONWriter()
        let count = json.append(page.items)
        var response = json.response(.ok)
        response.headers[.totalCount] = "\(page.total)"
        response.headers[.completedCount] = "\(page.completed)"
        if page.hasMore || count < page.items.count, let last = page.items[..<count].last {
            response.headers[.link] = query.nextLink(after: last.id)
        }
        return response
    }

    /// Handles `POST /tasks`.
    func add(_ request: Request, _ context: OwnerContext) async throws -> Response {
        guard let body = try await TaskBody.read(from: request) else {
            throw Problem.badRequest("The body is missing.")
        }
        let task = try await store.add(body.requireText(), owner: context.owner)
        var response = respond(task, .created)
        response.headers[.location] = "/tasks/\(task.id)"
        return response
    }

    /// Handles `PATCH /tasks`.
    func changeAll(_ request: Request, _ context: OwnerContext) async throws -> Response {
        guard let body = try await TaskBody.read(from: request) else {
            throw Problem.badRequest("The body is missing.")
        }
        guard let completed = body.completed else {
            throw Problem.unprocessable(#"The member "completed" is missing."#)
        }
        guard body.task == nil else { throw Problem.unprocessable("All tasks can't be given the same text.") }
        try await store.changeAll(owner: context.owner, completed: completed)
        return Response(status: .noContent)
    }

    /// Handles `DELETE /tasks`, which names either one text or all completed tasks.
    func deleteSeveral(_ request: Request, _ context: OwnerContext) async throws -> Response {
        let completed = try TaskQuery(of: request).completed
        let body = try await TaskBody.read(from: request)
        switch (completed, body) {
        // A body that contradicts the query, or names a task as well, names two things.
        case (true?, let body) where body?.task == nil && body?.completed != false:
            try await store.deleteCompleted(owner: context.owner)
        case (nil, let body?) where body.namesTask:
            let text = try body.requireText().value
            let count = try await store.deleteAll(named: text, owner: context.owner)
            guard count > 0 else { throw Problem.noSuchTask }
        default:
            throw Problem.badRequest(
                #"Name what to delete: completed=true in the query, or {"task": "…"} in the body."#)
        }
        return Response(status: .noContent)
    }

    /// Handles `GET /tasks/{id}`.
    func show(_ request: Request, _ context: OwnerContext) async throws -> Response {
        guard let task = try await store.task(context.parameters.require("id"), owner: context.owner) else {
            throw Problem.noSuchTask
        }
        return respond(task, .ok)
    }

    /// Handles `PATCH /tasks/{id}`.
    func change(_ request: Request, _ context: OwnerContext) async throws -> Response {
        guard let body = try await TaskBody.read(from: request) else {
            throw Problem.badRequest("The body is missing.")
        }
        let text = try body.text()
        guard text != nil || body.completed != nil else {
            throw Problem.unprocessable(#"There is neither "task" nor "completed"."#)
        }
        let id = try context.parameters.require("id")
        let condition = try EntityTag.condition(of: request)
        guard
            let task = try await store.change(
                id, owner: context.owner, text: text, completed: body.completed, if: condition)
        else { throw Problem.noSuchTask }
        return respond(task, .ok)
    }

    /// Handles `DELETE /tasks/{id}`.
    func delete(_ request: Request, _ context: OwnerContext) async throws -> Response {
        let condition = try EntityTag.condition(of: request)
        let isDeleted = try await store.delete(context.parameters.require("id"), owner: context.owner, if: condition)
        guard isDeleted else { throw Problem.noSuchTask }
        return Response(status: .noContent)
    }

    private func respond(_ task: TaskItem, _ status: HTTPResponse.Status) -> Response {
        var json = JSONWriter()
        json.append(task)
        var response = json.response(status)
        response.headers[.eTag] = EntityTag(task).text
        return response
    }
}
