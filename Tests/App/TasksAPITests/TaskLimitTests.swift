import HTTPTypes
import StorageTestSupport
import TaskCore
import Testing

@Suite struct TaskLimitTests {
    @Test("A task beyond the limit is 422 and names the limit")
    func limit() async throws {
        try await withAPI(store: MemoryTaskStore(maximumTasks: 2)) { api in
            for text in ["milk", "bread"] { _ = try await api.add(text) }
            let problem = try await api.call(.post, "/tasks", json: #"{"task":"more"}"#).expectProblem(422)
            #expect(problem.detail?.contains(" 2 ") == true)
            #expect(try await api.list().map(\.task) == ["milk", "bread"])
            _ = try await api.add("milk", token: "bob")
        }
    }
}
