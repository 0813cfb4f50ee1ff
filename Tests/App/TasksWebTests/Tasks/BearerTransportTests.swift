import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@testable import HummingbirdOpenIDConnect
@testable import TasksWeb

@Suite struct BearerTransportTests {
    private let request: TransportRequest

    init() throws {
        request = TransportRequest(.get, try #require(HTTPURL("http://localhost:3002/tasks")))
    }

    @Test("A request carries the session's access token and the correlation identifier") func token() async throws {
        let site = try TestSite()
        let api = RecordingTransport { _ in TransportResponse(status: .ok) }
        let client = TasksClient(
            .init(base: try #require(HTTPURL("http://localhost:3002/tasks")), timeout: .seconds(1)),
            transport: BearerTransport(base: OutgoingCalls(api, correlationID: nil), session: site.request(.sample())))
        try await Correlation.$current.withValue(Correlation(identifier: "the-reference")) {
            try await client.changeAll(completed: true)
        }
        let fields = try #require(api.requests.first).head.headerFields
        #expect(fields[.authorization] == "Bearer access-0" && fields[.correlationID] == "the-reference")
    }

    @Test(
        "The access token is sent by https, and in plain http to this machine",
        arguments: [
            "https://api.example", "http://127.0.0.1", "http://127.0.0.1:3002", "http://[::1]", "http://[::1]:3002",
        ])
    func sent(origin: String) async throws {
        let api = RecordingTransport { _ in TransportResponse(status: .ok) }
        let transport = BearerTransport(base: api, session: try TestSite().request(.sample()))
        _ = try await transport.send(TransportRequest(.get, try #require(HTTPURL("\(origin)/tasks"))))
        #expect(api.requests.count == 1)
    }

    @Test(
        "The access token isn't sent in plain http to another machine",
        arguments: ["http://api.example", "http://10.0.0.7:80", "http://[::2]:80"])
    func plainHTTP(origin: String) async throws {
        let api = RecordingTransport { _ in TransportResponse(status: .ok) }
        let transport = BearerTransport(base: api, session: try TestSite().request(.sample()))
        let request = TransportRequest(.get, try #require(HTTPURL("\(origin)/tasks")))
        await #expect { try await transport.send(request) } throws: {
            ($0 as? TransportError)?.kind == .invalidRequest
        }
        #expect(api.requests.isEmpty)
    }

    @Test("A refusal by the API without another token ends the session, and without a session no request is sent")
    func refused()
        async throws
    {
        let site = try TestSite()
        let api = RecordingTransport { _ in TransportResponse(status: .unauthorized) }
        let session = site.request(.sample())
        await #expect { try await BearerTransport(base: api, session: session).send(request) } throws: {
            ($0 as? SignInError)?.kind == .accessTokenRefused(isRepeated: false)
        }
        #expect(api.requests.count == 1 && session.user == nil)
        await #expect { try await BearerTransport(base: api, session: session).send(request) } throws: {
            ($0 as? SignInError)?.kind == .notSignedIn
        }
        #expect(api.requests.count == 1)
    }
}
