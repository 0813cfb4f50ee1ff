import FoundationEssentials
import HTTPTransport
import HTTPTypes
import OpenIDConnect
import Synchronization
import TestSupport

/// An authority that refreshes tokens, counts how often, and errs if a test wants that.
final class FakeAuthority: Sendable {
    static let issuer = "https://id.example"

    /// Handles a refresh token at the token endpoint.
    typealias TokenEndpoint = @Sendable (FormBody) async throws -> TransportResponse
    /// Handles a request at the revocation endpoint.
    typealias RevocationEndpoint = @Sendable () async throws -> TransportResponse

    let transport: RecordingTransport

    /// Without a given token endpoint, each request makes `access-N` and `refresh-N`, N counted from 1.
    init(
        lifetime: Int = 3600, tokens: TokenEndpoint? = nil,
        keys: @escaping @Sendable () throws -> TransportResponse = { .json(#"{"keys": []}"#) },
        revocation: @escaping RevocationEndpoint = { TransportResponse(status: .ok) }
    ) {
        let count = Mutex(0)
        let endpoint: TokenEndpoint =
            tokens ?? { _ in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                return .json(
                    #"{"token_type": "Bearer", "access_token": "access-\#(number)", "refresh_token": "refresh-\#(number)", "expires_in": \#(lifetime)}"#
                )
            }
        transport = RecordingTransport { request in
            switch request.head.path ?? "" {
            case "/.well-known/openid-configuration": .json(Self.metadata)
            case "/keys": try keys()
            case "/token":
                try await endpoint(FormBody(parsing: String(decoding: request.body ?? [], as: UTF8.self)) ?? FormBody())
            case "/revoke": try await revocation()
            default: TransportResponse(status: .notFound)
            }
        }
    }

    /// An authority that takes its time over each refresh.
    static func slow(
        _ response: TransportResponse = .json(
            #"{"token_type": "Bearer", "access_token": "access-1", "refresh_token": "refresh-1", "expires_in": 3600}"#)
    ) -> FakeAuthority {
        FakeAuthority { _ in
            for _ in 0..<50 { await Task.yield() }
            return response
        }
    }

    /// An authority whose responses to a refresh wait at a gate.
    static func held(
        by gate: Gate,
        _ response: TransportResponse = .json(
            #"{"token_type": "Bearer", "access_token": "access-1", "refresh_token": "refresh-1", "expires_in": 3600}"#)
    ) -> FakeAuthority {
        FakeAuthority { _ in
            await gate.pass()
            return response
        }
    }

    func relyingParty(timeout: Duration = .seconds(10), _ now: @escaping @Sendable () -> Int64) throws -> RelyingParty {
        RelyingParty(
            configuration: RelyingPartyConfiguration(
                authority: try Authority(Self.issuer), clientID: "client",
                redirectURI: "http://localhost:3000/sign-in/return",
                clientCredential: .secret("secret"), timeout: timeout),
            transport: transport, now: { Date(timeIntervalSince1970: TimeInterval(now())) })
    }

    /// The refresh tokens that have been consumed, in order.
    var consumed: [String] {
        transport.requests.filter { $0.head.path == "/token" }
            .compactMap { FormBody(parsing: String(decoding: $0.body ?? [], as: UTF8.self))?[single: "refresh_token"] }
    }

    /// The refresh tokens that have been revoked, in order.
    var revoked: [String] {
        transport.requests.filter { $0.head.path == "/revoke" }
            .compactMap { FormBody(parsing: String(decoding: $0.body ?? [], as: UTF8.self))?[single: "token"] }
    }

    private static let metadata = """
        {"issuer": "\(issuer)", "authorization_endpoint": "\(issuer)/authorize", "token_endpoint": "\(issuer)/token", "jwks_uri": "\(issuer)/keys", "revocation_endpoint": "\(issuer)/revoke"}
        """
}
