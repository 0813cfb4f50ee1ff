import CurlTransport
import FoundationEssentials
import HTTPTransport
import HTTPTypes
import OpenIDConnect
import TestSupport
import Testing

/// Responses of a token endpoint that belong to no request.
@Suite struct StrayTokenResponseTests {
    @Test("A late token response gives its tokens to no other user", arguments: [false, true])
    func late(isSecure: Bool) async throws {
        let certificate = isSecure ? try await TestCertificate() : nil
        let server = try await LoopbackServer.start(tls: certificate) { request in
            Self.respond(to: request, scheme: isSecure ? "https" : "http")
        }
        let transport = try CurlClient(CurlConfiguration(caFile: certificate?.caFile))
        let issuer = try server.url("").origin
        let party = RelyingParty(
            configuration: RelyingPartyConfiguration(
                authority: try Authority(issuer), clientID: "client", redirectURI: "http://127.0.0.1:1/return"),
            transport: transport)
        for name in ["alice", "bob", "carol"] {
            let user = try #require(UserKey(kind: .subject, space: issuer, value: name))
            let tokens = try await party.refresh(
                name, policy: nil, identity: Identity(issuer: issuer, subject: name), user: user)
            #expect(tokens.accessToken == "\(name)'s")
            try await server.waitForOpenConnections(1)
            let stray = Self.tokens("mallory's")
            try await server.sendUnasked(
                "HTTP/1.1 200 OK\r\nContent-Length: \(stray.utf8.count)\r\n\r\n\(stray)")
        }
        #expect(server.requests.filter { $0.path == "/token" }.map(\.connection) == [1, 2, 3])
        await server.stop()
    }

    private static func respond(to request: RecordedRequest, scheme: String) -> LoopbackResponse {
        let host = HTTPField.Name("Host").flatMap { request.headerFields[$0] } ?? ""
        switch request.path {
        case "/keys":
            // The base point of P-256.
            return .json(
                """
                {"keys": [{"kty": "EC", "crv": "P-256", "kid": "1", "x": "axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY",
                "y": "T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"}]}
                """)
        case "/token":
            let form = FormBody(parsing: request.text)
            return .json(tokens("\(form?[single: "refresh_token"] ?? "no token")'s"))
        default:
            let issuer = "\(scheme)://\(host)"
            return .json(
                """
                {"issuer": "\(issuer)", "authorization_endpoint": "\(issuer)/authorize",
                "token_endpoint": "\(issuer)/token", "jwks_uri": "\(issuer)/keys"}
                """)
        }
    }

    private static func tokens(_ accessToken: String) -> String {
        #"{"access_token": "\#(accessToken)", "token_type": "Bearer", "expires_in": 3600}"#
    }
}
