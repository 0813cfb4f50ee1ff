import FoundationEssentials
import HTTPTypes
import TaskCore
import Testing

@Suite struct ProblemTests {
    @Test("An unknown path of the API is 404", arguments: ["/", "/task", "/tasks/1/2", "/TASKS", "/tasks.json"])
    func unknownPath(path: String) async throws {
        try await withAPI { api in
            try await api.call(.get, path).expectProblem(404)
        }
    }

    @Test(
        "A missing task is 404",
        arguments: ["1", "%00", "..%2F", "%FF", "00000000000000000000000000", "'%20OR%201=1"])
    func unknownTask(id: String) async throws {
        try await withAPI { api in
            _ = try await api.add("milk")
            try await api.call(.get, "/tasks/\(id)").expectProblem(404)
            try await api.call(.patch, "/tasks/\(id)", json: #"{"completed":true}"#).expectProblem(404)
            try await api.call(.delete, "/tasks/\(id)").expectProblem(404)
            #expect(try await api.list().map(\.completed) == [false])
        }
    }

    @Test("A method that a path doesn't allow is 405 with the allowed ones")
    func otherMethods() async throws {
        try await withAPI { api in
            for (path, method, allowed) in [
                ("/tasks", .put, "DELETE, GET, HEAD, PATCH, POST"),
                ("/tasks", .options, "DELETE, GET, HEAD, PATCH, POST"),
                ("/tasks/1", .post, "DELETE, GET, HEAD, PATCH"), ("/tasks/1", .put, "DELETE, GET, HEAD, PATCH"),
            ] as [(String, HTTPRequest.Method, String)] {
                let response = try await api.call(method, path, json: "{}")
                try response.expectProblem(405)
                #expect(response["Allow"] == allowed)
            }
        }
    }

    @Test("An internal error is 500, and its reason isn't in the response")
    func storeFails() async throws {
        try await withAPI(store: BrokenStore(error: Broken())) { api in
            for (method, path, body) in [
                (.get, "/tasks", nil), (.post, "/tasks", #"{"task":"milk"}"#), (.get, "/tasks/1", nil),
                (.delete, "/tasks?completed=true", nil),
            ] as [(HTTPRequest.Method, String, String?)] {
                let response = try await api.call(method, path, json: body)
                try response.expectProblem(500)
                #expect(!String(decoding: response.body, as: UTF8.self).contains("secret"))
            }
        }
    }

    @Test("A change of all tasks during another long one is 503 with Retry-After")
    func bulkChangeUnderWay() async throws {
        try await withAPI(store: BrokenStore(error: BulkChangeUnderWayError())) { api in
            let response = try await api.call(.patch, "/tasks", json: #"{"completed":true}"#)
            let problem = try response.expectProblem(503)
            #expect(problem.detail?.contains("under way") == true)
            #expect(response["Retry-After"] == "5")
        }
    }

    @Test("An unavailable store is 503 with Retry-After, without the reason")
    func storeUnreachable() async throws {
        try await withAPI(store: BrokenStore(error: TaskStoreUnavailableError("secret"))) { api in
            for (method, path) in [(.get, "/tasks"), (.delete, "/tasks/1")] as [(HTTPRequest.Method, String)] {
                let response = try await api.call(method, path)
                try response.expectProblem(503)
                #expect(response["Retry-After"] == "5")
                #expect(!String(decoding: response.body, as: UTF8.self).contains("secret"))
            }
        }
    }
}

private struct Broken: Error {
    let reason = "secret"
}

private struct BrokenStore: TaskStore {
    let error: any Error

    func tasks(of owner: String, completed: Bool?, limit: Int, after: String?) async throws -> TaskPage { throw error }
    func add(_ text: TaskText, owner: String) async throws -> TaskItem { throw error }
    func task(_ id: String, owner: String) async throws -> TaskItem? { throw error }
    func change(_ id: String, owner: String, text: TaskText?, completed: Bool?, if condition: TaskCondition?)
        async throws -> TaskItem?
    {
        throw error
    }
    func delete(_ id: String, owner: String, if condition: TaskCondition?) async throws -> Bool { throw error }
    func changeAll(owner: String, completed: Bool) async throws { throw error }
    func deleteAll(named text: String, owner: String) async throws -> Int { throw error }
    func deleteCompleted(owner: String) async throws { throw error }
    func check() async throws { throw error }
}
