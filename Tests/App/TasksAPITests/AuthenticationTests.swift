import HTTPTypes
import Testing

@Suite struct AuthenticationTests {
    private static let calls: [(HTTPRequest.Method, String)] = [
        (.get, "/tasks"), (.post, "/tasks"), (.patch, "/tasks"), (.delete, "/tasks"),
        (.delete, "/tasks?completed=true"),
        (.get, "/tasks/1"), (.patch, "/tasks/1"), (.delete, "/tasks/1"),
    ]

    @Test("Without a token every call is 401, and the challenge names no error")
    func noToken() async throws {
        try await withAPI { api in
            for (method, path) in Self.calls {
                let response = try await api.call(
                    method, path, token: nil, json: method == .get ? nil : #"{"task":"milk"}"#)
                try response.expectProblem(401, "\(method) \(path)")
                #expect(response["WWW-Authenticate"] == "Bearer")
            }
            #expect(try await api.list().isEmpty)
        }
    }

    @Test("With a token that doesn't verify every call is 401, and the challenge says so")
    func invalidToken() async throws {
        try await withAPI { api in
            for (method, path) in Self.calls {
                let response = try await api.call(
                    method, path, token: "forged", json: method == .get ? nil : #"{"task":"milk"}"#)
                try response.expectProblem(401, "\(method) \(path)")
                let challenge = try #require(response["WWW-Authenticate"])
                #expect(challenge.hasPrefix(#"Bearer error="invalid_token", error_description=""#))
                #expect(!challenge.contains("for the log"))
            }
        }
    }

    @Test("The response to a GET without a token holds no task")
    func nothingLeaks() async throws {
        try await withAPI { api in
            _ = try await api.add("a secret")
            let response = try await api.call(.get, "/tasks", token: "forged")
            #expect(!String(decoding: response.body, as: UTF8.self).contains("secret"))
            #expect(response["Total-Count"] == nil)
        }
    }

    @Test("The scheme Bearer may be written in any case", arguments: ["Bearer alice", "bearer alice", "BEARER  alice"])
    func scheme(field: String) async throws {
        try await withAPI { api in
            let response = try await api.call(.get, "/tasks", token: nil, fields: [.authorization: field])
            #expect(response.status == 200)
        }
    }

    @Test(
        "An Authorization field without a bearer token counts as absent",
        arguments: ["Bearer", "Bearer ", "Basic YWxpY2U6YWxpY2U=", "alice", "Beareralice"])
    func otherFields(field: String) async throws {
        try await withAPI { api in
            let response = try await api.call(.get, "/tasks", token: nil, fields: [.authorization: field])
            try response.expectProblem(401)
            #expect(response["WWW-Authenticate"] == "Bearer")
        }
    }

    @Test(
        "A malformed bearer token is an invalid one",
        arguments: ["Bearer alice bob", "Bearer alice,", "Bearer \"alice\"", "Bearer ali\u{E9}e"])
    func malformed(field: String) async throws {
        try await withAPI { api in
            let response = try await api.call(.get, "/tasks", token: nil, fields: [.authorization: field])
            try response.expectProblem(401)
            #expect(response["WWW-Authenticate"]?.contains(#"error="invalid_token""#) == true)
        }
    }

    @Test("Two Authorization fields are refused, whichever is good")
    func twoFields() async throws {
        try await withAPI { api in
            for fields in [["Bearer alice", "Bearer forged"], ["Basic eA==", "Bearer alice"]] {
                var headers = HTTPFields()
                for field in fields { headers.append(HTTPField(name: .authorization, value: field)) }
                let response = try await api.call(.get, "/tasks", token: nil, fields: headers)
                try response.expectProblem(400)
                #expect(response["WWW-Authenticate"]?.contains(#"error="invalid_request""#) == true)
            }
        }
    }

    @Test("A token in the query or in a form is not looked for")
    func otherPlaces() async throws {
        try await withAPI { api in
            try await api.call(.get, "/tasks?access_token=alice", token: nil).expectProblem(401)
            try await api.call(
                .post, "/tasks", token: nil, json: "access_token=alice",
                fields: [.contentType: "application/x-www-form-urlencoded"]
            ).expectProblem(401)
        }
    }

    @Test("A task's owner in JSON is the plain value of the user's key", arguments: ["alice", "bob"])
    func owner(token: String) async throws {
        try await withAPI { api in
            let item = try await api.add("milk", token: token)
            #expect(item.owner == token)
            #expect(try await api.list(token: token) == [item])
        }
    }

    @Test(
        "A user of another kind or space with the same value sees and changes nothing",
        arguments: ["namesake", "elsewhere"])
    func sameValue(token: String) async throws {
        try await withAPI { api in
            let item = try await api.add("milk")
            #expect(try await api.list(token: token).isEmpty)
            try await api.call(.delete, "/tasks/\(item.id)", token: token).expectProblem(404)
            #expect(try await api.list() == [item])
        }
    }

    @Test("A token that identifies no user is refused")
    func noUser() async throws {
        try await withAPI { api in
            let response = try await api.call(.get, "/tasks", token: "no-user")
            try response.expectProblem(401)
            #expect(response["WWW-Authenticate"]?.contains(#"error="invalid_token""#) == true)
        }
    }

    @Test("While the authority is unreachable the token isn't judged, and the client may try again")
    func authorityUnreachable() async throws {
        try await withAPI { api in
            let response = try await api.call(.get, "/tasks", token: "authority-unreachable")
            try response.expectProblem(503)
            #expect(response["Retry-After"].flatMap { Int($0) } != nil)
            #expect(response["WWW-Authenticate"] == nil)
        }
    }
}
