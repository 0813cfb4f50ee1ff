import HTTPTypes
import TaskCore
import Testing

@Suite struct RefusedBodyTests {
    /// Every call that takes a body.
    private static let calls: [(HTTPRequest.Method, Bool)] = [
        (.post, false), (.patch, false), (.delete, false), (.patch, true),
    ]

    private func expectRefusal(
        _ status: Int, of body: String, fields: HTTPFields = [:], by calls: [(HTTPRequest.Method, Bool)] = Self.calls
    ) async throws {
        try await withAPI { api in
            let item = try await api.add("milk")
            for (method, names) in calls {
                let response = try await api.call(
                    method, names ? "/tasks/\(item.id)" : "/tasks", json: body, fields: fields)
                try response.expectProblem(status, "\(method) \(body.prefix(40))")
            }
            #expect(try await api.list() == [item])
        }
    }

    @Test(
        "A body that isn't JSON is 400",
        arguments: [
            " ", "milk", "task=milk", "{", #"{"task":"bread"} x"#, #"{"task":"bread",}"#, #"{'task':'bread'}"#,
            #"{"task":"bread","task":"b""#, #"{"task":"\ud800}"#, #"{"task":"bread","x":01}"#, "{\"task\":\"a\nb\"}",
            "\u{FEFF}{\"task\":\"bread\"}",
            String(repeating: "[", count: 60_000),
        ])
    func notJSON(body: String) async throws {
        try await expectRefusal(400, of: body)
    }

    @Test(
        "JSON that can't be a task is 422",
        arguments: [
            "null", "true", "1", #""milk""#, "[]", #"[{"task":"bread"}]"#, #"{"task":null}"#, #"{"task":1}"#,
            #"{"task":["bread"]}"#,
            #"{"task":{}}"#, #"{"task":true}"#, #"{"task":"a\u0000b"}"#,
            #"{"task":"bread","completed":"true"}"#, #"{"task":"bread","completed":1}"#,
            #"{"task":"bread","completed":null}"#, #"{"task":"bread","task":"bread"}"#,
            #"{"task":"bread","x":{"y":1,"y":1}}"#, #"{"task":"\ud800"}"#, #"{"task":"bread","x":"\udd11\ud83d"}"#,
        ])
    func noTask(body: String) async throws {
        try await expectRefusal(422, of: body)
    }

    @Test("A blank text is no task, and names none to delete", arguments: ["", #" \t\n\u00a0"#])
    func blank(text: String) async throws {
        let body = #"{"task":"\#(text)"}"#
        try await expectRefusal(422, of: body, by: Self.calls.filter { $0.0 != .delete })
        try await expectRefusal(400, of: body, by: [(.delete, false)])
    }

    @Test("A text of 1,000 scalars is a task, one more is not")
    func length() async throws {
        try await withAPI { api in
            let longest = String(repeating: "🥛", count: TaskText.maximumScalars)
            let item = try await api.add("  \(longest)  ")
            #expect(item.task == "  \(longest)  ")
            for (method, path) in [(.post, "/tasks"), (.patch, "/tasks/\(item.id)")] as [(HTTPRequest.Method, String)] {
                try await api.call(method, path, json: #"{"task":"\#(longest)x"}"#).expectProblem(422)
            }
            #expect(try await api.list() == [item])
        }
    }

    @Test("A PATCH that changes nothing is refused")
    func nothingNamed() async throws {
        try await withAPI { api in
            let item = try await api.add("milk")
            try await api.call(.post, "/tasks", json: #"{"text":"bread"}"#).expectProblem(422)
            try await api.call(.patch, "/tasks", json: #"{"complete":true}"#).expectProblem(422)
            try await api.call(.patch, "/tasks", json: #"{"completed":true,"task":"bread"}"#).expectProblem(422)
            try await api.call(.patch, "/tasks/\(item.id)", json: "{}").expectProblem(422)
            for (method, path) in [(.post, "/tasks"), (.patch, "/tasks"), (.patch, "/tasks/\(item.id)")]
                as [(HTTPRequest.Method, String)]
            {
                try await api.call(method, path).expectProblem(400)
            }
            #expect(try await api.list() == [item])
        }
    }

    @Test("A deletion that names no tasks, or names them in two ways, is 400")
    func deletingNothing() async throws {
        try await withAPI { api in
            let item = try await api.add("milk")
            _ = try await api.call(.patch, "/tasks", json: #"{"completed":true}"#)
            for (query, body) in [
                ("", nil), ("", "{}"), ("", #"{"completed":true}"#), ("?completed=false", nil), ("?completed=", nil),
                ("?Completed=true", nil),
                ("?completed=true&completed=true", nil), ("?completed=true", #"{"task":"milk"}"#),
                ("?completed=true", #"{"task":""}"#), ("?completed=true", #"{"completed":false}"#),
                ("?completed=false", #"{"task":"milk"}"#),
            ] as [(String, String?)] {
                try await api.call(.delete, "/tasks\(query)", json: body).expectProblem(400, "\(query) \(body ?? "")")
            }
            #expect(try await api.list().map(\.id) == [item.id])
        }
    }

    @Test(
        "A body of another type is 400, and the response names the type to send",
        arguments: [
            "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonp",
            "",
        ])
    func otherTypes(type: String) async throws {
        try await expectRefusal(400, of: #"{"task":"bread"}"#, fields: [.contentType: type])
        try await withAPI { api in
            let response = try await api.call(.post, "/tasks", json: #"{"task":"bread"}"#, fields: [.contentType: type])
            #expect(try response.expectProblem(400).detail?.contains("application/json") == true)
        }
    }

    @Test("A body of 64 KiB is read, one byte more is 413")
    func size() async throws {
        let start = #"{"task":"bread","x":""#
        let greatest = start + String(repeating: "x", count: 65536 - start.utf8.count - 2) + #""}"#
        try await withAPI { api in
            #expect(try await api.call(.post, "/tasks", json: greatest).status == 201)
            try await api.call(.post, "/tasks", json: greatest + " ").expectProblem(413)
            #expect(try await api.list().count == 1)
        }
    }
}
