import HTTPTransport
import HTTPTypes
import OpenIDConnect
import TasksAPI
import TestSupport
import Testing

@Suite struct AccessTokenVerifierTests {
    @Test("A text that is no token at all is invalid, whether or not the authority is reachable")
    func noToken() async throws {
        let transport = RecordingTransport { _ in throw TransportError(.unreachable, "no server is there") }
        let verifier = AccessTokenVerifier(
            authority: try Authority("https://login.example"), audience: "api", transport: transport)
        try await withAPI(verifier: verifier) { api in
            try await api.call(.get, "/tasks", token: "garbage").expectProblem(401)
        }
        #expect(transport.requests.isEmpty)
    }

    @Test("A token whose keys can't be fetched is 503 while the authority is unreachable")
    func authorityUnreachable() async throws {
        let verifier = AccessTokenVerifier(
            authority: try Authority("https://login.example"), audience: "api",
            transport: RecordingTransport { _ in throw TransportError(.unreachable, "no server is there") })
        // {"alg":"RS256","kid":"1"} . {"iss":"https://login.example","sub":"alice","aud":"api","exp":4102444800} . some
        // bytes
        let token =
            "eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ"
            + ".eyJpc3MiOiJodHRwczovL2xvZ2luLmV4YW1wbGUiLCJzdWIiOiJhbGljZSIsImF1ZCI6ImFwaSIsImV4cCI6NDEwMjQ0NDgwMH0.c2lnbmF0dXJl"
        try await withAPI(verifier: verifier) { api in
            try await api.call(.get, "/tasks", token: token).expectProblem(503)
        }
    }
}
