import HTTPTypes
import TaskCore
import TestSupport
import Testing

/// Clients that don't wait for the end of a change of all their tasks.
@Suite(.timeLimit(.minutes(1))) struct HangUpTests {
    @Test("A client that hangs up ends its change of all tasks", arguments: ["PATCH", "DELETE", "DELETE by text"])
    func hangUp(call: String) async throws {
        let store = EndlessStore()
        try await withAPI(store: store) { api in
            let calling = Task {
                switch call {
                case "PATCH": _ = try await api.call(.patch, "/tasks", json: #"{"completed":true}"#)
                case "DELETE": _ = try await api.call(.delete, "/tasks?completed=true")
                default: _ = try await api.call(.delete, "/tasks", json: #"{"task":"milk"}"#)
                }
            }
            await store.arrival.waitForArrival()
            calling.cancel()
            for await _ in store.cancellations.stream { break }
            _ = await calling.result
        }
    }

    @Test("A connection serves several changes of all tasks one after the other")
    func sameConnection() async throws {
        try await withAPI { api in
            _ = try await api.add("milk")
            for completed in [true, false, true] {
                #expect(try await api.call(.patch, "/tasks", json: #"{"completed":\#(completed)}"#).status == 204)
                #expect(try await api.list().map(\.completed) == [completed])
            }
        }
    }
}

/// A store whose changes of all tasks go on until they are cancelled.
private struct EndlessStore: TaskStore {
    struct Unused: Error {}

    let arrival = Gate()
    let cancellations = AsyncStream.makeStream(of: Void.self)

    private func goOn() async throws {
        arrival.open()
        await arrival.pass()
        do {
            while true { try await Task.sleep(for: .seconds(60)) }
        } catch {
            cancellations.continuation.yield()
            throw error
        }
    }

    func changeAll(owner: String, completed: Bool) async throws { try await goOn() }
    func deleteCompleted(owner: String) async throws { try await goOn() }
    func deleteAll(named text: String, owner: String) async throws -> Int {
        try await goOn()
        return 0
    }

    func tasks(of owner: String, completed: Bool?, limit: Int, after: String?) async throws -> TaskPage {
        throw Unused()
    }
    func add(_ text: TaskText, owner: String) async throws -> TaskItem { throw Unused() }
    func task(_ id: String, owner: String) async throws -> TaskItem? { throw Unused() }
    func change(_ id: String, owner: String, text: TaskText?, completed: Bool?, if condition: TaskCondition?)
        async throws -> TaskItem?
    {
        throw Unused()
    }
    func delete(_ id: String, owner: String, if condition: TaskCondition?) async throws -> Bool { throw Unused() }
    func check() async throws {}
}
