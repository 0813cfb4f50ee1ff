import FoundationEssentials
import HTTPTransport
import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import OpenIDConnect
import SessionStorage
import SiteTesting
import Synchronization
import TestSupport
import Testing

@testable import TasksWeb

@Suite struct HealthProbesTests {
    private func respond(
        to path: String, method: HTTPRequest.Method = .get, api: HTTPResponse.Status? = .unauthorized,
        authorityUnreachable: Bool = false, authority: RecordingTransport? = nil,
        store: any SessionStore = MemorySessionStore(), endings: EndedSessions? = nil, breaker: CircuitBreaker? = nil,
        checkTasks: @escaping @Sendable () async throws -> Void = {}
    ) async throws -> Response {
        let authority =
            authority
            ?? RecordingTransport { request in
                guard !authorityUnreachable else { throw TransportError(.unreachable, "test") }
                return try await TestSite.provider.send(request)
            }
        let relyingParty = try TestSite.relyingParty(over: authority)
        let tasksAPI = RecordingTransport { _ in
            guard let api else { throw TransportError(.timedOut, "test") }
            return TransportResponse(status: api)
        }
        let known = try await Self.knownEndings()
        let probes = HealthProbes(
            store: store, endings: endings ?? known, transport: tasksAPI,
            breaker: breaker ?? CircuitBreaker(timeout: .seconds(10)),
            configuration: try TestSite.configuration(relyingParty: relyingParty), checkTasks: checkTasks)
        return try await probes.response(at: path, to: InProcess.request(method, path), InProcess.context())
    }

    /// The endings of a store that has none, once they are read.
    private static func knownEndings() async throws -> EndedSessions {
        let endings = SessionCache().ended
        try await endings.catchUp(with: MemorySessionStore(), now: .now)
        return endings
    }

    @Test("A replica that hasn't read which sessions have ended isn't ready, because it accepts no cookie")
    func unreadEndings() async throws {
        let response = try await respond(to: "/readyz", endings: SessionCache().ended)
        #expect(response.status == .serviceUnavailable)
        let text = try await response.text
        #expect(text.contains(#""reasons":{"database":"endings not read yet"}"#), "\(text)")
    }

    @Test("The liveness probe succeeds whatever is unavailable") func alive() async throws {
        let response = try await respond(
            to: "/healthz", api: nil, authorityUnreachable: true, store: SwitchableSessionStore(isAvailable: false))
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == "application/json" && response.headers[.cacheControl] == "no-store")
    }

    @Test(
        "The readiness probe succeeds if all dependencies are there, and an API that requires a token is",
        arguments: [.ok, .unauthorized, .notFound] as [HTTPResponse.Status])
    func ready(_ api: HTTPResponse.Status) async throws {
        let response = try await respond(to: "/readyz", api: api)
        #expect(response.status == .ok)
        #expect(
            try await response.text
                == #"{"status":"ready","dependencies":{"authority":"ready","database":"ready","taskWebAPI":"ready"}}"#)
    }

    @Test("The readiness probe names the unavailable dependency", arguments: ["authority", "database", "taskWebAPI"])
    func notReady(
        _ name: String
    )
        async throws
    {
        let response = try await respond(
            to: "/readyz", api: name == "taskWebAPI" ? nil : .ok, authorityUnreachable: name == "authority",
            store: name == "database" ? SwitchableSessionStore(isAvailable: false) : MemorySessionStore())
        #expect(response.status == .serviceUnavailable)
        let text = try await response.text
        #expect(text.contains(#""\#(name)":"away""#))
        #expect(text.matches(of: #/"away"/#).count == 1)
        let reasons = ["authority": "no connection", "database": "failed", "taskWebAPI": "timed out"]
        #expect(text.hasSuffix(#","reasons":{"\#(name)":"\#(try #require(reasons[name]))"}}"#), "\(text)")
    }

    @Test(
        "An authority that hangs delays the response only for seconds, at whichever of its requests",
        .timeLimit(.minutes(1)), arguments: [1, 2])
    func hanging(at hanging: Int) async throws {
        let requests = Mutex(0)
        let authority = RecordingTransport { request in
            let number = requests.withLock { requests in
                requests += 1
                return requests
            }
            if number == hanging { try await Task.sleep(for: .seconds(3600)) }
            return try await TestSite.provider.send(request)
        }
        let text = try await respond(to: "/readyz", authority: authority).text
        #expect(
            text.hasSuffix(#","reasons":{"authority":"timed out"}}"#) && authority.requests.count == hanging, "\(text)")
    }

    @Test("An authority or an API that becomes unavailable is noticed at once, and so is its return")
    func comesAndGoes()
        async throws
    {
        let isUnreachable = Mutex(false)
        let fail: @Sendable () throws -> Void = {
            if isUnreachable.withLock(\.self) { throw TransportError(.unreachable, "test") }
        }
        let authority = RecordingTransport { request in
            try fail()
            return try await TestSite.provider.send(request)
        }
        let probes = HealthProbes(
            store: MemorySessionStore(), endings: try await Self.knownEndings(),
            transport: RecordingTransport { _ in
                try fail()
                return TransportResponse(status: .unauthorized)
            }, breaker: CircuitBreaker(timeout: .seconds(10)),
            configuration: try TestSite.configuration(relyingParty: try TestSite.relyingParty(over: authority)))
        for expected in [false, true, false] {
            isUnreachable.withLock { $0 = expected }
            let response = try await probes.response(
                at: "/readyz", to: InProcess.request(.get, "/readyz"), InProcess.context())
            #expect(response.status == (expected ? .serviceUnavailable : .ok))
            #expect(try await response.text.matches(of: #/"away"/#).count == (expected ? 2 : 0))
        }
    }

    /// An error with what an anonymous client mustn't see.
    private struct InternalError: Error, CustomStringConvertible {
        let description = "could not connect to 10.0.0.7:5432 as latchkey with hunter2"
    }

    @Test("The readiness probe has one of few words as the reason: no address, no host, no text of a server")
    func reasons() async throws {
        let internals = "https://10.0.0.7/hunter2"
        let kinds: [(any Error, String)] = [
            (TransportError(.unreachable, internals), "no connection"),
            (TransportError(.timedOut, internals), "timed out"),
            (TransportError(.insecure, internals), "TLS failed"),
            (TransportError(.broken, internals), "invalid response"),
            (OpenIDConnectError(.providerUnreachable, internals), "no connection"),
            (OpenIDConnectError(.providerTimedOut, internals), "timed out"),
            (OpenIDConnectError(.metadataMismatch, internals), "metadata of another issuer"),
            (OpenIDConnectError(.configuration(.clientSecret), internals), "misconfigured"),
            (OpenIDConnectError(.invalidProviderResponse, internals), "invalid response"),
            (InternalError(), "failed"),
        ]
        for (error, reason) in kinds {
            let probe = ReadinessProbe { throw error }
            #expect(await probe.fault()?.reason == reason)
        }
        let response = try await respond(
            to: "/readyz", api: .badGateway, authorityUnreachable: true,
            store: SwitchableSessionStore(isAvailable: false))
        let reasons = #"{"authority":"no connection","database":"failed","taskWebAPI":"responds with 502"}"#
        let text = try await response.text
        #expect(text.hasSuffix(#","reasons":\#(reasons)}"#), "\(text)")
    }

    @Test(
        "The readiness probe lists a further authority, and without it the site is ready all the same",
        arguments: [false, true])
    func furtherAuthority(isUnreachable: Bool) async throws {
        let transport = RecordingTransport { request in
            guard !isUnreachable else { throw TransportError(.unreachable, "test") }
            return try await TestSite.provider.send(request)
        }
        let further = SignInAuthority(
            siteName: "partner", label: "Partner", relyingParty: try TestSite.relyingParty(over: transport))
        let api = RecordingTransport { _ in TransportResponse(status: .unauthorized) }
        let probes = HealthProbes(
            store: MemorySessionStore(), endings: try await Self.knownEndings(), transport: api,
            breaker: CircuitBreaker(timeout: .seconds(10)),
            configuration: try TestSite.configuration(more: [further]))
        let response = try await probes.response(
            at: "/readyz", to: InProcess.request(.get, "/readyz"), InProcess.context())
        #expect(response.status == .ok)
        let text = try await response.text
        #expect(text.contains(#""status":"ready""#))
        #expect(
            text.contains(#""authority":"ready","authority/partner":"\#(isUnreachable ? "away" : "ready")""#), "\(text)"
        )
    }

    @Test("An API to which calls are suspended is unavailable, whatever it says to one without a token")
    func suspended() async throws {
        let now = ContinuousClock.now
        let hanging = RecordingTransport { _ in throw TransportError(.timedOut, "test") }
        let breaker = CircuitBreaker(timeout: .seconds(10)) { now }
        let calls = OutgoingCalls(hanging, correlationID: nil, breaker: breaker)
        let request = TransportRequest(.get, try #require(HTTPURL("http://localhost:3002/tasks")))
        for _ in 0..<5 { _ = try? await calls.send(request) }
        let response = try await respond(to: "/readyz", api: .unauthorized, breaker: breaker)
        #expect(response.status == .serviceUnavailable)
        #expect(try await response.text.contains(#""taskWebAPI":"away""#))
        #expect(try await response.text.hasSuffix(#","reasons":{"taskWebAPI":"timed out repeatedly"}}"#))
    }

    @Test("An API that fails is unavailable") func failingAPI() async throws {
        #expect(try await respond(to: "/readyz", api: .badGateway).status == .serviceUnavailable)
    }

    @Test("An embedded API that can't use its tasks is unavailable, though it says 401 to one without a token")
    func unusableTasks() async throws {
        let response = try await respond(to: "/readyz", api: .unauthorized) { throw InternalError() }
        #expect(response.status == .serviceUnavailable)
        #expect(try await response.text.hasSuffix(#","reasons":{"taskWebAPI":"storage failed"}}"#))
    }

    @Test("A database that is silent delays the response only for seconds", .timeLimit(.minutes(1)))
    func silentDatabase() async throws {
        let store = SwitchableSessionStore()
        store.precede(.check) { try await Task.sleep(for: .seconds(3600)) }
        let response = try await respond(to: "/readyz", store: store) { try await Task.sleep(for: .seconds(3600)) }
        #expect(response.status == .serviceUnavailable)
        let text = try await response.text
        #expect(text.hasSuffix(#","reasons":{"database":"timed out","taskWebAPI":"timed out"}}"#), "\(text)")
    }

    @Test("Any other method at a probe gets the allowed ones", arguments: HealthProbes.paths)
    func methods(_ path: String) async throws {
        #expect(try await respond(to: path, method: .head).status == .ok)
        let error = await #expect(throws: HTTPError.self) { try await respond(to: path, method: .post) }
        #expect(error?.status == .methodNotAllowed && error?.headers[.allow] == "GET, HEAD")
    }
}
