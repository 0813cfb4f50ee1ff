import FoundationEssentials
import HTTPTypes
import TestSupport
import Testing

/// Deletions that need a recent authentication (RFC 9470).
@Suite struct RecentAuthenticationTests {
    private static let now = Date(timeIntervalSince1970: 1_900_000_000.75)
    private static let deletions = [
        ("/tasks", #"{"task":"milk"}"#), ("/tasks?completed=true", nil), ("/tasks/ID", nil), ("/tasks/unknown", nil),
        ("/tasks", nil),
    ]

    /// Runs the API at a fixed time for users who authenticated so many seconds ago.
    private static func withAPI(
        age: Double?, deleteMaxAge: Duration? = .seconds(60), _ body: @Sendable (APIClient) async throws -> Void
    ) async throws {
        let verifier = TestVerifier(authTime: age.map { 1_900_000_000 - $0 })
        try await TasksAPITests.withAPI(verifier: verifier, deleteMaxAge: deleteMaxAge, now: { now }, body)
    }

    @Test(
        "A deletion is 401 with the challenge if the authentication is too old, or its time unknown",
        arguments: [61, 3600, 1e9, nil] as [Double?])
    func tooOld(age: Double?) async throws {
        try await Self.withAPI(age: age) { api in
            let item = try await api.add("milk")
            for (path, json) in Self.deletions {
                let response = try await api.call(.delete, path.replacing("ID", with: item.id), json: json)
                let problem = try response.expectProblem(401, "\(path)")
                let challenge = try #require(response["WWW-Authenticate"])
                #expect(challenge.hasPrefix(#"Bearer error="insufficient_user_authentication", error_description=""#))
                #expect(challenge.hasSuffix(#"", max_age="60""#))
                let detail = try #require(problem.detail)
                #expect(challenge.contains(#"error_description="\#(detail)""#))
            }
            #expect(try await api.list() == [item])
        }
    }

    @Test("A deletion is done if the authentication is recent enough", arguments: [60, 0, -5, 59.5] as [Double])
    func recent(age: Double) async throws {
        try await Self.withAPI(age: age) { api in
            let item = try await api.add("milk")
            try await api.call(.delete, "/tasks/unknown").expectProblem(404)
            #expect(try await api.call(.delete, "/tasks/\(item.id)").status == 204)
            #expect(try await api.list().isEmpty)
        }
    }

    @Test("Other calls don't ask when the user authenticated", arguments: [3600, nil] as [Double?])
    func otherCalls(age: Double?) async throws {
        try await Self.withAPI(age: age) { api in
            let item = try await api.add("milk")
            #expect(try await api.call(.get, "/tasks/\(item.id)").status == 200)
            #expect(try await api.call(.patch, "/tasks/\(item.id)", json: #"{"completed":true}"#).status == 200)
            #expect(try await api.call(.patch, "/tasks", json: #"{"completed":false}"#).status == 204)
            #expect(try await api.list().map(\.id) == [item.id])
        }
    }

    @Test("Without deleteMaxAge a deletion needs no time of authentication", arguments: [1e9, nil] as [Double?])
    func unlimited(age: Double?) async throws {
        try await Self.withAPI(age: age, deleteMaxAge: nil) { api in
            let item = try await api.add("milk")
            #expect(try await api.call(.delete, "/tasks/\(item.id)").status == 204)
        }
    }

    @Test("A deletion whose token doesn't verify is refused because of that", arguments: ["forged", "no-user", nil])
    func invalidToken(token: String?) async throws {
        try await Self.withAPI(age: 3600) { api in
            let response = try await api.call(.delete, "/tasks/1", token: token)
            try response.expectProblem(401)
            let challenge = try #require(response["WWW-Authenticate"])
            #expect(token == nil ? challenge == "Bearer" : challenge.contains(#"error="invalid_token""#))
            #expect(!challenge.contains("max_age"))
        }
    }
}
