import HTTPTypes
import OpenIDConnect
import StorageTestSupport
import TaskCore
import Testing

@Suite struct TaskListTests {
    private func filled(_ api: APIClient) async throws -> [Item] {
        var items: [Item] = []
        for number in 0..<5 {
            var item = try await api.add("task \(number)")
            if number.isMultiple(of: 2) {
                item = try await api.call(.patch, "/tasks/\(item.id)", json: #"{"completed":true}"#).decoded()
            }
            items.append(item)
        }
        return items
    }

    @Test("The list of tasks is an array, oldest first, with both counts, and isn't cached")
    func list() async throws {
        try await withAPI { api in
            let items = try await filled(api)
            let response = try await api.call(.get, "/tasks")
            #expect(response.status == 200)
            #expect(response["Content-Type"] == "application/json")
            #expect(response["Cache-Control"] == "no-store")
            #expect(response["X-Content-Type-Options"] == "nosniff")
            #expect(response["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'")
            #expect(response["Total-Count"] == "5")
            #expect(response["Completed-Count"] == "3")
            #expect(response["Link"] == nil)
            #expect(try response.decoded(as: [Item].self) == items)
        }
    }

    @Test("The list of a user without tasks is an empty array")
    func empty() async throws {
        try await withAPI { api in
            let response = try await api.call(.get, "/tasks")
            #expect(String(decoding: response.body, as: UTF8.self) == "[]")
            #expect(response["Total-Count"] == "0")
            #expect(response["Completed-Count"] == "0")
        }
    }

    @Test("A filter of the list leaves the counts as they are", arguments: [true, false])
    func filter(completed: Bool) async throws {
        try await withAPI { api in
            let items = try await filled(api)
            let response = try await api.call(.get, "/tasks?completed=\(completed)")
            #expect(try response.decoded(as: [Item].self) == items.filter { $0.completed == completed })
            #expect(response["Total-Count"] == "5")
            #expect(response["Completed-Count"] == "3")
        }
    }

    @Test(
        "The links to the next pages lead to each task once, and retain the filter",
        arguments: ["limit=1", "limit=2", "limit=5", "limit=2&completed=true"])
    func paging(query: String) async throws {
        try await withAPI { api in
            let items = try await filled(api).filter { $0.completed || !query.contains("completed") }
            var seen: [Item] = []
            var next: String? = "/tasks?\(query)"
            while let path = next {
                let response = try await api.call(.get, path)
                seen += try response.decoded(as: [Item].self)
                next = try response["Link"].map { link in
                    #expect(link.hasPrefix("</tasks?") && link.hasSuffix(#">; rel="next""#))
                    return String(try #require(link.dropFirst().split(separator: ">").first))
                }
                guard seen.count <= items.count else { break }
            }
            #expect(seen == items)
        }
    }

    @Test("A list of long texts ends early, and links to the rest")
    func longTexts() async throws {
        let store = MemoryTaskStore()
        let owner = try #require(TestVerifier.alice).text
        // JSON has six bytes for each of these characters.
        let text = try TaskText("x" + String(repeating: "\u{2028}", count: 2700))
        for _ in 0..<300 { _ = try await store.add(text, owner: owner) }
        try await withAPI(store: store) { api in
            var ids: Set<String> = []
            var next: String? = "/tasks"
            while let path = next {
                let response = try await api.call(.get, path)
                #expect(response.body.count < 4 << 20 + 20_000, "the bound, and the task that exceeds it")
                let items = try response.decoded(as: [Item].self)
                #expect(!items.isEmpty)
                ids.formUnion(items.map(\.id))
                next = response["Link"]?.dropFirst().split(separator: ">").first.map(String.init)
            }
            #expect(ids.count == 300)
            #expect(try await api.call(.get, "/tasks")["Link"] != nil)
        }
    }

    @Test("A page has at most 1,000 tasks, which is also the default")
    func greatestLimit() async throws {
        let store = MemoryTaskStore()
        let owner = try #require(TestVerifier.alice).text
        for _ in 0..<1001 { _ = try await store.add(try TaskText("milk"), owner: owner) }
        try await withAPI(store: store) { api in
            for path in ["/tasks", "/tasks?limit=1000"] {
                let response = try await api.call(.get, path)
                #expect(try response.decoded(as: [Item].self).count == 1000)
                #expect(response["Link"] != nil)
                #expect(response["Total-Count"] == "1001")
            }
        }
    }

    @Test(
        "A query with an invalid value is 400",
        arguments: [
            "limit=0", "limit=1001", "limit=-1", "limit=+1", "limit=x", "limit=", "limit=1.5",
            "limit=99999999999999999999",
            "limit=1&limit=1", "completed=", "completed=yes", "completed=TRUE", "completed=1",
            "completed=true&completed=true",
            "after=1&after=2", "after=%FF",
        ])
    func wrongQuery(query: String) async throws {
        try await withAPI { api in
            try await api.call(.get, "/tasks?\(query)").expectProblem(400)
        }
    }

    @Test(
        "An unknown name in the query is ignored",
        arguments: ["", "unknown=1", "unknown=1&unknown=2", "Limit=0", "after=", "after=%00"])
    func unknownQuery(query: String) async throws {
        try await withAPI { api in
            let item = try await api.add("milk")
            #expect(try await api.call(.get, "/tasks?\(query)").decoded(as: [Item].self) == [item])
        }
    }

    @Test("HEAD responds as GET does, without the list")
    func head() async throws {
        try await withAPI { api in
            _ = try await api.add("milk")
            let response = try await api.call(.head, "/tasks")
            #expect(response.status == 200)
            #expect(response["Total-Count"] == "1")
            #expect(response.body.isEmpty)
        }
    }
}
