import HTTPTransport
import TaskCore

/// What a person does with tasks: each is one call of the API, with a token that holds.
struct TaskService: Sendable {
    let requests: TasksAPIRequest
    let client: TasksAPIClient
    let tokens: AccessTokens

    func list(filter: TaskFilter, after: String?, for slot: SessionSlot) async throws -> TaskList {
        do {
            let response = try await call(requests.list(filter: filter, after: after), for: slot)
            return try TaskListReader.page(response, filter: filter, after: after)
        } catch let error as PageError where error.kind == .noSuchTask {
            throw PageError(.unavailable(.api), detail: "the tasks API answered 404 to its base URL")
        }
    }

    /// - Returns: The new task's identifier, where the API tells it.
    @discardableResult
    func add(_ text: TaskText, for slot: SessionSlot) async throws -> String? {
        TaskListDecoder.task(try await callForList(requests.add(text.value), for: slot).body)?.id
    }

    /// The task; `nil` where the API doesn't tell.
    ///
    /// - Throws: Only where the person has to sign in again.
    func known(_ id: String, for slot: SessionSlot) async throws -> ListedTask? {
        do {
            return TaskListDecoder.task(try await call(requests.task(id), for: slot).body)
        } catch let error as PageError
            where slot.session != nil && error.kind != .refusedByAPIAgain && !error.kind.leadsToSignIn
        {
            return nil
        }
    }

    /// Whether the API says that there is no such task; where it says nothing of the kind there may be one.
    ///
    /// - Throws: Only where the person has to sign in again.
    func isMissing(_ id: String, for slot: SessionSlot) async throws -> Bool {
        do {
            _ = try await call(requests.task(id), for: slot)
            return false
        } catch let error as PageError
            where slot.session != nil && error.kind != .refusedByAPIAgain && !error.kind.leadsToSignIn
        {
            return error.kind == .noSuchTask
        }
    }

    func change(_ id: String, text: TaskText?, completed: Bool?, for slot: SessionSlot) async throws {
        _ = try await call(requests.change(id, text: text?.value, completed: completed), for: slot)
    }

    func delete(_ id: String, for slot: SessionSlot) async throws {
        _ = try await call(requests.delete(id), for: slot)
    }

    func delete(named text: String, for slot: SessionSlot) async throws {
        _ = try await call(requests.delete(named: text), for: slot)
    }

    func changeAll(completed: Bool, for slot: SessionSlot) async throws {
        try await callForList(requests.changeAll(completed: completed), for: slot)
    }

    func deleteCompleted(for slot: SessionSlot) async throws {
        try await callForList(requests.deleteCompleted(), for: slot)
    }

    private func call(_ request: TransportRequest, for slot: SessionSlot) async throws -> TransportResponse {
        try await tokens.call(for: slot) { try await client.send(request, token: $0) }
    }

    /// A call that is about no task of its own: 404 then says that the API is not where it should be.
    @discardableResult
    private func callForList(_ request: TransportRequest, for slot: SessionSlot) async throws -> TransportResponse {
        do {
            return try await call(request, for: slot)
        } catch let error as PageError where error.kind == .noSuchTask {
            throw PageError(.unavailable(.api), detail: "the tasks API answered 404 to its base URL")
        }
    }
}
