import FoundationEssentials
import HTTPTransport
import HTTPTypes
import SessionRegistry
import Synchronization
import TestSupport
import Testing

@testable import TasksWeb

@Suite struct BearerTransportTests {
    private let gate = Gate()

    /// An API that takes some tokens and refuses the others.
    private final class API: Transport {
        private let asked = Mutex<[String]>([])
        private let taken: Set<String>
        private let status: HTTPResponse.Status

        init(takes taken: Set<String>, answers status: HTTPResponse.Status = .ok) {
            self.taken = taken
            self.status = status
        }

        var tokens: [String] { asked.withLock { $0 } }

        func send(_ request: TransportRequest) -> TransportResponse {
            let token = String(request.head.headerFields[.authorization]?.dropFirst("Bearer ".count) ?? "")
            asked.withLock { $0.append(token) }
            return TransportResponse(status: taken.contains(token) ? status : .unauthorized)
        }
    }

    /// The status of the response to one request.
    private func send(_ slot: SessionSlot, _ site: TestSite, _ api: any Transport) async throws -> Int {
        let url = try #require(HTTPURL("https://api.example/tasks"))
        return try await site.bearer(slot, over: api).send(TransportRequest(.get, url)).status.code
    }

    private func isCleared(_ slot: SessionSlot) -> Bool {
        if case .cleared = slot.change { true } else { false }
    }

    private func wasEndedElsewhere(_ slot: SessionSlot) -> Bool {
        if case .endedElsewhere = slot.change { true } else { false }
    }

    private func isUntouched(_ slot: SessionSlot) -> Bool {
        if case .none = slot.change { true } else { false }
    }

    @Test("A token that holds is used as it is, and no cookie is set") func holds() async throws {
        let site = try TestSite(), api = API(takes: ["access-0"])
        let slot = SessionSlot(.sample { $0.followsRefusal = false })
        #expect(try await send(slot, site, api) == 200)
        #expect(api.tokens == ["access-0"] && site.authority.spent.isEmpty)
        #expect(isUntouched(slot))
    }

    @Test("A token about to end is refreshed first") func expiring() async throws {
        let site = try TestSite(), api = API(takes: ["access-1"])
        let slot = SessionSlot(.sample { $0.accessTokenExpiry = TestClock.start + 30 })
        #expect(try await send(slot, site, api) == 200)
        #expect(api.tokens == ["access-1"] && site.authority.spent == ["refresh-0"])
        #expect(slot.session?.refreshToken == "refresh-1")
    }

    @Test("At 401 there is one refresh and one more try") func refusedOnce() async throws {
        let site = try TestSite(), api = API(takes: ["access-1"])
        let slot = SessionSlot(.sample())
        #expect(try await send(slot, site, api) == 200)
        #expect(api.tokens == ["access-0", "access-1"] && site.authority.spent == ["refresh-0"])
        #expect(slot.session?.accessToken == "access-1")
    }

    @Test("A second 401 ends the session: sign in again") func refusedTwice() async throws {
        let site = try TestSite(), api = API(takes: [])
        let session = Session.sample { $0.followsRefusal = false }
        let slot = SessionSlot(session)
        await expectPageError(.refusedByAPI) { try await send(slot, site, api) }
        #expect(api.tokens == ["access-0", "access-1"] && site.authority.spent == ["refresh-0"])
        #expect(isCleared(slot) && site.ended.contains(session.handle))
    }

    @Test(
        "Where the token that another request's refresh has left is refused too, there is still one refresh and one more try"
    )
    func refusedFromBefore() async throws {
        let site = try TestSite(), api = API(takes: ["access-2"])
        let session = Session.sample()
        _ = try await site.refresher().refresh(session, unusable: "access-0")
        let slot = SessionSlot(session)
        #expect(try await send(slot, site, api) == 200)
        #expect(
            api.tokens == ["access-0", "access-1", "access-2"] && site.authority.spent == ["refresh-0", "refresh-1"])
        #expect(slot.session?.accessToken == "access-2" && !site.ended.contains(session.handle))
    }

    @Test("A 401 after that refresh ends the session") func refusedFromBeforeAndAfter() async throws {
        let site = try TestSite(), api = API(takes: [])
        let session = Session.sample { $0.followsRefusal = false }
        _ = try await site.refresher().refresh(session, unusable: "access-0")
        let slot = SessionSlot(session)
        await expectPageError(.refusedByAPI) { try await send(slot, site, api) }
        #expect(
            api.tokens == ["access-0", "access-1", "access-2"] && site.authority.spent == ["refresh-0", "refresh-1"])
        #expect(isCleared(slot) && site.ended.contains(session.handle))
    }

    @Test(
        "Requests with the cookies before and after a refresh meet a 401 at two replicas: one refresh serves them all")
    func twoGenerations() async throws {
        let site = try TestSite(), api = API(takes: ["access-2"])
        let before = Session.sample()
        let after = try await site.refresher().refresh(before, unusable: "access-0").session
        try await withThrowingTaskGroup(of: Void.self) { group in
            for refresher in [site.refresher(), site.refresher()] {
                for session in [before, after, before, after] {
                    group.addTask {
                        let slot = SessionSlot(session)
                        let transport = site.bearer(slot, over: api, refresher)
                        let url = try #require(HTTPURL("https://api.example/tasks"))
                        let response = try await transport.send(TransportRequest(.get, url))
                        #expect(response.status == .ok)
                        #expect(slot.session?.accessToken == "access-2")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(site.authority.spent == ["refresh-0", "refresh-1"])
    }

    @Test("Without a refresh token the first 401 ends the session") func noRefreshToken() async throws {
        let site = try TestSite(), api = API(takes: [])
        let slot = SessionSlot(.sparse())
        await expectPageError(.refusedByAPI) { try await send(slot, site, api) }
        #expect(api.tokens == ["access-0"] && isCleared(slot))
    }

    @Test("A refusal right after the sign-in that a refusal caused goes round no more, and the session stays")
    func again() async throws {
        let site = try TestSite(), api = API(takes: [])
        let session = Session.sparse { ($0.followsRefusal, $0.begun) = (true, TestClock.start - 5) }
        let slot = SessionSlot(session)
        await expectPageError(.refusedByAPIAgain) { try await send(slot, site, api) }
        #expect(isUntouched(slot) && !site.ended.contains(session.handle))
    }

    @Test("A refusal long after such a sign-in leads to sign-in once more") func muchLater() async throws {
        let site = try TestSite(), api = API(takes: [])
        let slot = SessionSlot(.sparse { ($0.followsRefusal, $0.begun) = (true, TestClock.start - 3600) })
        await expectPageError(.refusedByAPI) { try await send(slot, site, api) }
        #expect(isCleared(slot))
    }

    @Test(
        "A refusal after the API has taken a token of such a sign-in leads to sign-in once more, however soon",
        arguments: [0, 1])
    func taken(_ refreshes: Int) async throws {
        let site = try TestSite(), api = API(takes: ["access-\(refreshes)"])
        let slot = SessionSlot(.sample { ($0.followsRefusal, $0.begun) = (true, TestClock.start - 5) })
        #expect(try await send(slot, site, api) == 200)
        await expectPageError(.refusedByAPI) { try await send(slot, site, API(takes: [])) }
        #expect(isCleared(slot))
    }

    @Test(
        "Where the authority refuses the refresh, the person is to sign in, and the session has ended",
        arguments: [true, false])
    func invalidGrant(_ isExpiring: Bool) async throws {
        let site = try TestSite(FakeAuthority { _ in .json(#"{"error": "invalid_grant"}"#, status: .badRequest) })
        let session = Session.sample {
            $0.followsRefusal = false
            if isExpiring { $0.accessTokenExpiry = TestClock.start }
        }
        let slot = SessionSlot(session)
        await expectPageError(isExpiring ? .notSignedIn : .refusedByAPI) {
            try await send(slot, site, API(takes: []))
        }
        #expect(isCleared(slot) && site.ended.contains(session.handle))
    }

    @Test(
        "A session that another request ended while its refresh was under way leaves the browser's cookie alone",
        arguments: [true, false], [true, false])
    func endedElsewhere(_ isExpiring: Bool, _ isRefused: Bool) async throws {
        let site = try TestSite(
            isRefused
                ? .held(by: gate, .json(#"{"error": "invalid_grant"}"#, status: .badRequest)) : .held(by: gate))
        let session = Session.sample {
            $0.followsRefusal = false
            if isExpiring { $0.accessTokenExpiry = TestClock.start }
        }
        let slot = SessionSlot(session)
        let call = Task { try await send(slot, site, API(takes: [])) }
        await gate.waitForArrival()
        // As another replica, which this one hasn't heard of yet.
        await site.registry.end(session.handle, until: .distantFuture)
        gate.open()
        await expectPageError(isExpiring ? .notSignedIn : .refusedByAPI) { try await call.value }
        #expect(wasEndedElsewhere(slot) && slot.session == nil)
    }

    @Test("A session that another request ended while the API was asked leaves the browser's cookie alone")
    func endedAtTheAPI()
        async throws
    {
        let site = try TestSite()
        let session = Session.sparse { $0.followsRefusal = false }
        let slot = SessionSlot(session)
        await expectPageError(.refusedByAPI) {
            try await send(
                slot, site,
                RecordingTransport { _ in
                    await site.register.end(session)
                    return TransportResponse(status: .unauthorized)
                })
        }
        #expect(wasEndedElsewhere(slot))
    }

    @Test(
        "A token is refreshed a tenth of its life before it expires, at most a minute, and a minute if its life isn't known",
        arguments: [
            (30, 3, true), (30, 4, false), (600, 60, true), (3600, 60, true), (3600, 61, false), (nil, 60, true),
            (nil, 61, false),
        ]
            as [(Int64?, Int64, Bool)])
    func margin(_ life: Int64?, _ rest: Int64, _ isExpiring: Bool) {
        let session = Session.sample { ($0.accessTokenLife, $0.accessTokenExpiry) = (life, TestClock.start + rest) }
        #expect(session.isExpiring(at: TestClock.start) == isExpiring)
    }

    @Test("A token of 30 seconds isn't refreshed at each request") func shortLife() async throws {
        let site = try TestSite(FakeAuthority(lifetime: 30)), api = API(takes: ["access-1"])
        let slot = SessionSlot(.sample { $0.accessTokenExpiry = TestClock.start })
        for _ in 0..<3 { #expect(try await send(slot, site, api) == 200) }
        #expect(site.authority.spent == ["refresh-0"])
    }

    @Test(
        "While a token still holds it is used, whatever the token endpoint answers but a refusal",
        arguments: [
            (#"{"error": "invalid_client"}"#, 400), (#"{"error": "interaction_required"}"#, 400),
            (#"{"error": "invalid_grant", "error_codes": [70043]}"#, 400), ("", 503), ("", 429), ("<html>", 200),
            (#"{"error": "server_error"}"#, 500), (#"{"access_token": "access-1", "token_type": "mac"}"#, 200),
        ])
    func stillHolds(_ body: String, _ status: Int) async throws {
        let site = try TestSite(FakeAuthority { _ in .json(body, status: .init(code: status)) }),
            api = API(takes: ["access-0"])
        let session = Session.sample { ($0.followsRefusal, $0.accessTokenExpiry) = (false, TestClock.start + 30) }
        let slot = SessionSlot(session)
        #expect(try await send(slot, site, api) == 200)
        #expect(isUntouched(slot) && !site.ended.contains(session.handle))
    }

    @Test("Trouble at the authority is nobody's while the token still holds") func troubleLater() async throws {
        let site = try TestSite(FakeAuthority { _ in throw TransportError(.timedOut, "test") }),
            api = API(takes: ["access-0"])
        let slot = SessionSlot(.sample { ($0.followsRefusal, $0.accessTokenExpiry) = (false, TestClock.start + 30) })
        #expect(try await send(slot, site, api) == 200)
        #expect(isUntouched(slot))
    }

    @Test(
        "Trouble at the authority is told once the token is over, and the session stays",
        arguments: [
            (TransportError.Kind.timedOut, PageError.Kind.timedOut(.provider)), (.unreachable, .unavailable(.provider)),
            (.broken, .unavailable(.provider)),
        ])
    func trouble(_ fault: TransportError.Kind, _ kind: PageError.Kind) async throws {
        let site = try TestSite(FakeAuthority { _ in throw TransportError(fault, "test") }),
            api = API(takes: ["access-0"])
        let session = Session.sample { $0.accessTokenExpiry = TestClock.start }
        let slot = SessionSlot(session)
        await expectPageError(kind) { try await send(slot, site, api) }
        #expect(api.tokens.isEmpty && isUntouched(slot) && !site.ended.contains(session.handle))
    }

    @Test("Other responses of the API are passed on and refresh nothing", arguments: [403, 404, 500, 503])
    func otherResponses(_ status: Int) async throws {
        let site = try TestSite()
        let slot = SessionSlot(.sample())
        #expect(try await send(slot, site, API(takes: ["access-0"], answers: .init(code: status))) == status)
        #expect(site.authority.spent.isEmpty && isUntouched(slot))
    }

    @Test("A fault of the call is passed on and refreshes nothing") func fault() async throws {
        let site = try TestSite()
        let slot = SessionSlot(.sample())
        let broken = RecordingTransport { _ in throw TransportError(.broken, "test") }
        await #expect(throws: TransportError(.broken, "test")) { try await send(slot, site, broken) }
        #expect(site.authority.spent.isEmpty && isUntouched(slot))
    }

    @Test("The request is sent as it is, with the token as a bearer and the correlation identifier")
    func request() async throws {
        let site = try TestSite()
        let recorder = RecordingTransport { _ in TransportResponse(status: .ok, body: [7]) }
        let url = try #require(HTTPURL("https://api.example/tasks?a=b"))
        let response = try await Correlation.$identifier.withValue("id-1") {
            try await site.bearer(SessionSlot(.sample()), over: recorder).send(
                TransportRequest(.delete, url, headerFields: [.accept: "a/b"], body: [1], timeout: .seconds(3)))
        }
        let request = try #require(recorder.requests.first)
        let fields = request.head.headerFields
        #expect(fields[.authorization] == "Bearer access-0" && fields[.accept] == "a/b")
        #expect(fields[.clientRequestID] == "id-1" && fields[.correlationID] == "id-1")
        #expect(request.head.method == .delete && request.head.path == "/tasks?a=b")
        #expect(request.body == [1] && request.timeout == .seconds(3) && response.body == [7])
    }

    @Test("Without a session nothing is sent") func nobody() async throws {
        let api = API(takes: [""])
        let site = try TestSite()
        await expectPageError(.notSignedIn) { try await send(SessionSlot(), site, api) }
        #expect(api.tokens.isEmpty)
    }
}
