import FoundationEssentials
import HTTPTypes
import Testing

@Suite struct TaskCallsTests {
    @Test("A new task gets 201 with its location and itself")
    func add() async throws {
        try await withAPI { api in
            let before = Date().timeIntervalSince1970.rounded(.down)
            let response = try await api.call(.post, "/tasks", json: #"{"task":" Milch \"frisch\" \\ 🥛 é \n "}"#)
            #expect(response.status == 201)
            #expect(response["Content-Type"] == "application/json")
            #expect(response["Cache-Control"] == "no-store")
            let item = try response.decoded(as: Item.self)
            #expect(item.task == " Milch \"frisch\" \\ 🥛 é \n ")
            #expect(item.owner == "alice")
            #expect(!item.completed)
            #expect(item.creationDate.utf8.count == 20 && item.creationDate.hasSuffix("Z"))
            let date = try Date(item.creationDate, strategy: .iso8601)
            #expect((before...Date().timeIntervalSince1970).contains(date.timeIntervalSince1970))
            #expect(response["Location"] == "/tasks/\(item.id)")
            #expect(try await api.call(.get, "/tasks/\(item.id)").decoded() == item)
        }
    }

    @Test("A new task may be sent as a whole item, and with any parameters of the media type, or without one")
    func tolerated() async throws {
        try await withAPI { api in
            let whole =
                #"{"id":"x","task":"milk","owner":"bob","completed":true,"creationDate":"2026-01-31T12:00:00Z","n":[1,{"a":null}]}"#
            for type in [
                "application/json", "application/json; charset=utf-8", "Application/JSON", "application/task+json",
            ] {
                let item: Item = try await api.call(.post, "/tasks", json: whole, fields: [.contentType: type])
                    .decoded()
                #expect(item.owner == "alice")
                #expect(item.id != "x")
                #expect(!item.completed)
            }
        }
    }

    @Test("PATCH changes the named members and responds with the changed task")
    func change() async throws {
        try await withAPI { api in
            var item = try await api.add("milk")
            for (body, change) in [
                (#"{"completed":true}"#, { $0.completed = true }), (#"{"task":"oat milk"}"#, { $0.task = "oat milk" }),
                (
                    #"{"task":"soy milk","completed":false}"#,
                    {
                        $0 = Item(
                            id: $0.id, task: "soy milk", owner: $0.owner, completed: false,
                            creationDate: $0.creationDate)
                    }
                ),
            ] as [(String, (inout Item) -> Void)] {
                change(&item)
                let response = try await api.call(.patch, "/tasks/\(item.id)", json: body)
                #expect(response.status == 200)
                #expect(try response.decoded(as: Item.self) == item)
                #expect(try await api.list() == [item])
            }
        }
    }

    @Test("DELETE deletes one task, and is 404 the second time")
    func delete() async throws {
        try await withAPI { api in
            let (item, other) = (try await api.add("milk"), try await api.add("bread"))
            let response = try await api.call(.delete, "/tasks/\(item.id)")
            #expect(response.status == 204)
            #expect(response.body.isEmpty)
            #expect(response["Cache-Control"] == "no-store")
            #expect(response["Content-Length"] == nil)
            try await api.call(.delete, "/tasks/\(item.id)").expectProblem(404)
            try await api.call(.get, "/tasks/\(item.id)").expectProblem(404)
            try await api.call(.patch, "/tasks/\(item.id)", json: #"{"completed":true}"#).expectProblem(404)
            #expect(try await api.list() == [other])
        }
    }

    @Test("PATCH on the list marks all of the caller's tasks")
    func changeAll() async throws {
        try await withAPI { api in
            for text in ["milk", "bread"] { _ = try await api.add(text) }
            let others = try await api.add("milk", token: "bob")
            for completed in [true, false, false] {
                let response = try await api.call(.patch, "/tasks", json: #"{"completed":\#(completed)}"#)
                #expect(response.status == 204)
                #expect(try await api.list().map(\.completed) == [completed, completed])
            }
            #expect(try await api.list(token: "bob") == [others])
        }
    }

    @Test("DELETE on the list with a text deletes the caller's tasks of that text, or is 404")
    func deleteByText() async throws {
        try await withAPI { api in
            for text in ["milk", "milk ", "milk", "Milk"] { _ = try await api.add(text) }
            let others = try await api.add("milk", token: "bob")
            let response = try await api.call(.delete, "/tasks", json: #"{"task":"milk"}"#)
            #expect(response.status == 204)
            #expect(try await api.list().map(\.task) == ["milk ", "Milk"])
            try await api.call(.delete, "/tasks", json: #"{"task":"milk"}"#).expectProblem(404)
            #expect(try await api.list(token: "bob") == [others])
        }
    }

    @Test(
        "DELETE on the list with completed=true deletes the caller's completed tasks, if the body names nothing else",
        arguments: [nil, "{}", #"{"completed":true}"#])
    func deleteCompleted(body: String?) async throws {
        try await withAPI { api in
            let other = try await api.add("milk")
            for token in ["alice", "bob"] {
                let item = try await api.add("bread", token: token)
                _ = try await api.call(.patch, "/tasks/\(item.id)", token: token, json: #"{"completed":true}"#)
            }
            for _ in 0..<2 {
                #expect(try await api.call(.delete, "/tasks?completed=true", json: body).status == 204)
                #expect(try await api.list() == [other])
            }
            #expect(try await api.list(token: "bob").count == 1)
        }
    }

    @Test("No call reaches another user's task, and the response doesn't reveal that there is one")
    func isolation() async throws {
        try await withAPI { api in
            let item = try await api.add("milk")
            for (method, body) in [(.get, nil), (.patch, #"{"task":"stolen"}"#), (.delete, nil)]
                as [(HTTPRequest.Method, String?)]
            {
                let others = try await api.call(method, "/tasks/\(item.id)", token: "bob", json: body)
                let missing = try await api.call(method, "/tasks/00000000000000000000000000", token: "bob", json: body)
                try others.expectProblem(404)
                #expect(others.body == missing.body)
            }
            #expect(try await api.call(.patch, "/tasks", token: "bob", json: #"{"completed":true}"#).status == 204)
            #expect(try await api.call(.delete, "/tasks?completed=true", token: "bob").status == 204)
            try await api.call(.delete, "/tasks", token: "bob", json: #"{"task":"milk"}"#).expectProblem(404)
            let list = try await api.call(.get, "/tasks", token: "bob")
            #expect(String(decoding: list.body, as: UTF8.self) == "[]")
            #expect(list["Total-Count"] == "0")
            #expect(try await api.list() == [item])
        }
    }
}
