import Encodings
import HTTPTransport
import HTTPTypes
import OpenIDConnect
import TasksAPI
import TestSupport
import Testing

@Suite struct AccessTokenVerifiersTests {
    private static func token(of issuer: String, version: String = "2.0") -> String {
        let parts = [
            #"{"alg":"RS256","kid":"1"}"#,
            #"{"iss":"\#(issuer)","sub":"alice","aud":"api","exp":4102444800,"ver":"\#(version)"}"#, "x",
        ]
        return parts.map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
    }

    private static func verifiers(over transport: any Transport) throws -> AccessTokenVerifiers {
        AccessTokenVerifiers(
            try ["https://one.example", "https://two.example"].map {
                AccessTokenVerifier(authority: try Authority($0), audience: "api", transport: transport)
            })
    }

    @Test(
        "A token of a foreign issuer is refused without a request to any authority",
        arguments: ["https://evil.example", ""])
    func foreign(issuer: String) async throws {
        let transport = RecordingTransport { _ in throw TransportError(.unreachable, "test") }
        await #expect(throws: AccessTokenError.invalid(reason: "it is another issuer's, or nobody's")) {
            _ = try await Self.verifiers(over: transport).bearer(of: Self.token(of: issuer))
        }
        #expect(transport.requests.isEmpty)
    }

    @Test("A v1 token of Microsoft Entra, which is no authority's, is named with the fix")
    func version1() async throws {
        let transport = RecordingTransport { _ in throw TransportError(.unreachable, "test") }
        let token = Self.token(of: "https://sts.windows.net/0d8f2b61-7a4c-4e95-b3d0-6c1e9f52a7b8/", version: "1.0")
        await #expect {
            _ = try await Self.verifiers(over: transport).bearer(of: token)
        } throws: { error in
            guard case .invalid(let reason)? = error as? AccessTokenError else { return false }
            return reason.contains("v1 token") && reason.contains("requestedAccessTokenVersion")
        }
        #expect(transport.requests.isEmpty)
    }

    @Test("Only the token's own authority is contacted, and whether it can't be reached is what counts")
    func unreachable() async throws {
        let transport = RecordingTransport { _ in throw TransportError(.unreachable, "test") }
        try await withAPI(verifier: try Self.verifiers(over: transport)) { api in
            try await api.call(.get, "/tasks", token: Self.token(of: "https://two.example")).expectProblem(503)
        }
        #expect(!transport.requests.isEmpty)
        #expect(transport.requests.allSatisfy { $0.head.authority == "two.example" })
    }
}
