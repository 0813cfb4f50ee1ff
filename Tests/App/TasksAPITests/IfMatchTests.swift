import HTTPTypes
import Testing

@Suite struct IfMatchTests {
    @Test("A task has a strong tag, which changes with the task and comes back with it")
    func tags() async throws {
        try await withAPI { api in
            let added = try await api.call(.post, "/tasks", json: #"{"task":"milk"}"#)
            let tag = try #require(added["ETag"])
            #expect(tag.first == "\"" && tag.last == "\"" && tag.count > 2)
            let path = "/tasks/\(try added.decoded(as: Item.self).id)"
            var tags = [tag]
            for change in [
                #"{"completed":true}"#, #"{"task":"oat milk"}"#, #"{"task":"milk"}"#, #"{"completed":false}"#,
            ] {
                tags.append(try #require(try await api.call(.patch, path, json: change)["ETag"]))
                #expect(try await api.call(.get, path)["ETag"] == tags.last)
                #expect(try await api.call(.head, path)["ETag"] == tags.last)
            }
            // The same text and state have the same tag.
            #expect(tags[1] == tags[3] && tags[4] == tag)
            #expect(Set(tags).count == 3)
        }
    }

    @Test(
        "A change or a deletion of another version of a task is 412 and does nothing",
        arguments: [HTTPRequest.Method.patch, .delete])
    func changed(method: HTTPRequest.Method) async throws {
        try await withAPI { api in
            let added = try await api.call(.post, "/tasks", json: #"{"task":"milk"}"#)
            let (old, path) = (try #require(added["ETag"]), "/tasks/\(try added.decoded(as: Item.self).id)")
            let new = try #require(try await api.call(.patch, path, json: #"{"completed":true}"#)["ETag"])
            let body = method == .patch ? #"{"task":"oat milk"}"# : nil
            for condition in [old, "W/\(new)", "\"x\", \(old)", "\"\""] {
                try await api.call(method, path, json: body, fields: [.ifMatch: condition]).expectProblem(
                    412, "\(condition)")
            }
            let item: Item = try await api.call(.get, path).decoded()
            #expect(item.task == "milk" && item.completed)
            #expect(
                try await api.call(method, path, json: body, fields: [.ifMatch: "\"x,y\", W/\"z\" ,,\(new)"]).status
                    < 300)
        }
    }

    @Test("If-Match: * holds for any existing task, and a missing one is 404 whatever the field says")
    func missing() async throws {
        try await withAPI { api in
            let item = try await api.add("milk")
            #expect(
                try await api.call(.patch, "/tasks/\(item.id)", json: #"{"completed":true}"#, fields: [.ifMatch: "*"])
                    .status == 200)
            #expect(try await api.call(.delete, "/tasks/\(item.id)", fields: [.ifMatch: "*"]).status == 204)
            for condition in ["*", "\"x\""] {
                try await api.call(
                    .patch, "/tasks/\(item.id)", json: #"{"completed":true}"#, fields: [.ifMatch: condition]
                )
                .expectProblem(404)
                try await api.call(.delete, "/tasks/\(item.id)", fields: [.ifMatch: condition]).expectProblem(404)
            }
        }
    }

    @Test(
        "An If-Match field that is no list of tags is 400 and changes nothing",
        arguments: ["", ",", "x", "\"x", "x\"", "\"x\" \"y\"", "\"a b\"", "w/\"x\"", "W/", "*, \"x\"", "\"x\"y", "**"])
    func malformed(condition: String) async throws {
        try await withAPI { api in
            let item = try await api.add("milk")
            let path = "/tasks/\(item.id)"
            try await api.call(.patch, path, json: #"{"completed":true}"#, fields: [.ifMatch: condition]).expectProblem(
                400)
            try await api.call(.delete, path, fields: [.ifMatch: condition]).expectProblem(400)
            #expect(try await api.list() == [item])
        }
    }

    @Test("Several If-Match fields are one list")
    func severalFields() async throws {
        try await withAPI { api in
            let added = try await api.call(.post, "/tasks", json: #"{"task":"milk"}"#)
            let path = "/tasks/\(try added.decoded(as: Item.self).id)"
            var fields: HTTPFields = [.contentType: "application/json"]
            fields[values: .ifMatch] = ["\"x\"", try #require(added["ETag"])]
            #expect(try await api.call(.patch, path, json: #"{"completed":true}"#, fields: fields).status == 200)
            try await api.call(.patch, path, json: #"{"completed":false}"#, fields: fields).expectProblem(412)
        }
    }
}
