import HTTPTransport
import HTTPTypes
import OpenIDConnect
import TasksAPI
import TestSupport
import Testing

@Suite struct AccessTokenVerifierTests {
    @Test("What is no token at all is invalid, whether or not the authority is there")
    func noToken() async throws {
        let transport = RecordingTransport { _ in throw TransportError(.unreachable, "nobody is there") }
        let verifier = AccessTokenVerifier(
            authority: try Authority("https://login.example"), audience: "api", transport: transport)
        try await withAPI(verifier: verifier) { api in
            try await api.call(.get, "/tasks", token: "garbage").expectProblem(401)
        }
        #expect(transport.requests.isEmpty)
    }

    @Test("A token that needs the authority's keys is 503 while the authority is unreachable")
    func authorityAway() async throws {
        let verifier = AccessTokenVerifier(
            authority: try Authority("https://login.example"), audience: "api",
            transport: RecordingTransport { _ in throw TransportError(.unreachable, "nobody is there") })
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
