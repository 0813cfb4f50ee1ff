import Encodings
import FoundationEssentials
import HTTPTransport
import HTTPTypes
import OpenIDConnectTesting
import TestSupport
import Testing

@testable import OpenIDConnect

/// Authorization requests at an authority that takes pushed ones, or says that it does.
@Suite struct PushedRequestTests {
    private static let refusal = OpenIDConnectError.Kind.configuration(.pushedRequests)
    /// Responses that refuse the client.
    private static let refusals =
        [
            TransportResponse(status: .unauthorized), TransportResponse(status: .forbidden),
            TransportResponse(status: .notFound), TransportResponse(status: .methodNotAllowed),
            error("invalid_scope", .unauthorized),
        ] + ["invalid_request", "invalid_client", "unauthorized_client"].map { error($0, .badRequest) }

    private static func error(_ code: String, _ status: HTTPResponse.Status) -> TransportResponse {
        FakeProvider.json(
            .of(["error": .string(code), "error_description": .string("this client may not")]), status: status)
    }

    private static func provider(
        _ response: TransportResponse? = nil, isRequired: Bool = false
    ) async throws -> FakeProvider {
        let provider = try await FakeProvider()
        await provider.change {
            $0.metadata = [
                "pushed_authorization_request_endpoint": .string("https://id.example/par"),
                "require_pushed_authorization_requests": .bool(isRequired),
            ]
            $0.instead["/par"] = response
        }
        return provider
    }

    private static func party(
        _ provider: FakeProvider, _ mode: PushedRequestMode = .auto, clock: TestClock = TestClock()
    ) throws -> RelyingParty {
        try SignIn(provider, now: clock.now) { $0.pushedRequests = mode }.party
    }

    @Test("If the authority refuses the client's pushed request, the plain request is sent", arguments: refusals)
    func plainRequest(_ response: TransportResponse) async throws {
        let start = try await Self.party(try await Self.provider(response)).startSignIn(SignInRequest())
        let query = try #require(start.url.query.flatMap { FormBody(parsing: $0) })
        #expect(query[single: "state"] == start.attempt.state && query[single: "request_uri"] == nil)
        #expect(query[single: "code_challenge_method"] == "S256")
        let words = try #require(start.refusedPush?.description)
        #expect(words.contains("refuses the client's pushed request (status \(response.status.code)"))
        #expect(words.contains("this client may not") == !response.body.isEmpty)
    }

    @Test("A refused pushed request is reported once, and the endpoint isn't tried again for ten minutes")
    func pause() async throws {
        let provider = try await Self.provider(Self.error("invalid_client", .unauthorized))
        let clock = TestClock()
        let party = try Self.party(provider, clock: clock)
        #expect(try await party.startSignIn(SignInRequest()).refusedPush != nil)
        clock.advance(by: 599)
        for _ in 0..<3 { #expect(try await party.startSignIn(SignInRequest()).refusedPush == nil) }
        #expect(await provider.requests(to: "/par").count == 1)
        clock.advance(by: 1)
        #expect(try await party.startSignIn(SignInRequest()).refusedPush != nil)
        clock.advance(by: -86_400)
        #expect(try await party.startSignIn(SignInRequest()).refusedPush != nil, "the clock was set back")
        #expect(await provider.requests(to: "/par").count == 3)
        clock.advance(by: 600)
        await provider.change { $0.instead = [:] }
        #expect(try await party.startSignIn(SignInRequest()).url.query?.contains("request_uri") == true)
    }

    @Test(
        "Any other failure of a pushed request is an error, and the next sign-in pushes again",
        arguments: [
            (error("invalid_scope", .badRequest), .configuration(.scopes)),
            (error("access_denied", .badRequest), .cancelled),
            (TransportResponse(status: .badRequest), .invalidProviderResponse),
            (TransportResponse(status: .internalServerError), .invalidProviderResponse),
            (TransportResponse(status: .ok), .invalidProviderResponse),
            (TransportResponse(status: .tooManyRequests), .temporarilyUnavailable(retryAfter: 30)),
        ] as [(TransportResponse, OpenIDConnectError.Kind)])
    func otherFailures(_ response: TransportResponse, _ kind: OpenIDConnectError.Kind) async throws {
        let provider = try await Self.provider(response)
        let party = try Self.party(provider)
        for _ in 0..<2 {
            do {
                _ = try await party.startSignIn(SignInRequest())
                Issue.record("a sign-in started")
            } catch {
                // Words with access_denied may be a refusal of the user.
                if kind != .cancelled { #expect(error.kind == kind) }
            }
        }
        #expect(await provider.requests(to: "/par").count == 2)
    }

    @Test("A pushed request that times out is an error") func timeOut() async throws {
        let provider = try await Self.provider()
        await provider.change { $0.failures["/par"] = TransportError(.timedOut, "too slow") }
        await expectKind(.providerTimedOut) { try await Self.party(provider).startSignIn(SignInRequest()) }
    }

    @Test("If requests have to be pushed, a refusal is an error that names the setting", arguments: refusals)
    func required(_ response: TransportResponse) async throws {
        for (mode, isRequired) in [(.auto, true), (.always, false), (.always, true)] as [(PushedRequestMode, Bool)] {
            let provider = try await Self.provider(response, isRequired: isRequired)
            let party = try Self.party(provider, mode)
            for _ in 0..<2 { await expectKind(Self.refusal) { try await party.startSignIn(SignInRequest()) } }
            #expect(await provider.requests(to: "/par").count == 2)
        }
    }

    @Test("If requests have to be pushed, a missing endpoint is an error that names the setting")
    func noEndpoint() async throws {
        for (mode, isRequired) in [(.auto, true), (.always, false)] as [(PushedRequestMode, Bool)] {
            let provider = try await FakeProvider()
            await provider.change { $0.metadata = ["require_pushed_authorization_requests": .bool(isRequired)] }
            let party = try Self.party(provider, mode)
            await expectKind(Self.refusal) { try await party.startSignIn(SignInRequest()) }
            await expectKind(Self.refusal) { try await party.inspect(policy: nil) }
        }
        #expect(try await Self.party(try await FakeProvider()).startSignIn(SignInRequest()).refusedPush == nil)
    }

    @Test("With pushedRequests never nothing is pushed, and metadata that requires it is an error")
    func never() async throws {
        let provider = try await Self.provider()
        let party = try Self.party(provider, .never)
        let start = try await party.startSignIn(SignInRequest())
        #expect(start.url.query?.contains("code_challenge") == true && start.refusedPush == nil)
        #expect(try await party.checkPushedRequest(policy: nil) == nil)
        #expect(await provider.requests(to: "/par").isEmpty)
        let requiring = try Self.party(try await Self.provider(isRequired: true), .never)
        await expectKind(Self.refusal) { try await requiring.startSignIn(SignInRequest()) }
        await expectKind(Self.refusal) { try await requiring.inspect(policy: nil) }
    }
}
