import FoundationEssentials
import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import SessionRegistry
import TestSupport
import Testing

@testable import TasksWeb

@Suite struct SessionMiddlewareTests {
    private let clock = TestClock()
    private let memory = RegisterMemory()
    private let registry = MemorySessionRegistry()
    private let cookies: SessionCookies
    private let middleware: SessionMiddleware

    init() async throws {
        try await memory.ended.catchUp(with: registry, now: .distantPast)
        cookies = SessionCookies(names: SiteCookies(isOverHTTPS: false), codec: try .test(), users: try .test())
        middleware = SessionMiddleware(
            cookies: cookies, register: SessionRegister(registry: registry, memory: memory), idleTimeout: 3600,
            clock: clock.clock)
    }

    private func request(_ session: Session) throws -> Request {
        let jar = CookieJar(try cookies.setting(session, now: TestClock.start - 10, over: RequestCookies([:])))
        return InProcess.request(.get, "/tasks", [.cookie: jar.header])
    }

    @Test("A session is read, and an unchanged one sets no cookie") func unchanged() async throws {
        let session = Session.sample()
        let response = try await middleware.answer(try request(session)) { _, context in
            #expect(context.slot.session == session)
            #expect(context.cookies["latchkey"] != nil)
            return Response(status: .ok)
        }
        #expect(response.setCookies.isEmpty)
    }

    @Test("Without a cookie there is no session and nothing to clear") func none() async throws {
        let response = try await middleware.answer(InProcess.request()) { _, context in
            #expect(context.slot.session == nil)
            return Response(status: .ok)
        }
        #expect(response.setCookies.isEmpty)
    }

    @Test("A cookie that doesn't open counts as none and is cleared") func junk() async throws {
        let response = try await middleware.answer(
            InProcess.request(.get, "/", [.cookie: "latchkey=junk; latchkey.1=x; latchkey-language=de"])
        ) {
            #expect($1.slot.session == nil)
            return Response(status: .ok)
        }
        #expect(response.setCookies.map { $0.prefix { $0 != ";" } } == ["latchkey=", "latchkey.1="])
        #expect(response.setCookies.allSatisfy { $0.contains("Max-Age=0") })
    }

    @Test("A session that has ended, was left lying or is over counts as none and is cleared") func over() async throws
    {
        let revoked = Session.sample()
        memory.ended.insert(revoked.handle, until: .distantFuture)
        for session in [
            revoked, .sample { $0.lastUsed = TestClock.start - 3600 }, .sample { $0.end = TestClock.start },
        ] {
            let response = try await middleware.answer(try request(session)) { _, context in
                #expect(context.slot.session == nil)
                return Response(status: .ok)
            }
            #expect(response.setCookies.count == 1 && response.setCookies[0].hasPrefix("latchkey=;"))
        }
    }

    @Test("A session used to the last second of its idle time lives on") func idle() async throws {
        let response = try await middleware.answer(try request(.sample { $0.lastUsed = TestClock.start - 3599 })) {
            _, context in
            #expect(context.slot.session != nil)
            return Response(status: .ok)
        }
        let renewed = cookies.session(in: CookieJar(response.setCookies).cookies, now: TestClock.start)
        #expect(renewed?.lastUsed == TestClock.start)
    }

    @Test("Its cookie is renewed once the last use lies a minute back, and not before", arguments: [(59, 0), (60, 1)])
    func renewal(seconds: Int64, cookies: Int) async throws {
        let response = try await middleware.answer(try request(.sample { $0.lastUsed = TestClock.start - seconds }))
        #expect(response.setCookies.count == cookies)
    }

    @Test("One that was left lying is there to be ended, and one that has ended isn't") func lapsed() async throws {
        let session = Session.sample { $0.lastUsed = TestClock.start - 3600 }
        for isEnded in [false, true] {
            if isEnded { memory.ended.insert(session.handle, until: .distantFuture) }
            _ = try await middleware.answer(try request(session)) { _, context in
                #expect(context.slot.session == nil)
                #expect(context.slot.lapsed == (isEnded ? nil : session))
                return Response(status: .ok)
            }
        }
    }

    @Test(
        "A response under way puts no older state over a newer one, which came meanwhile",
        arguments: [{ _, _ in }, { $0.store($1) }] as [@Sendable (SessionSlot, Session) -> Void])
    func outdated(_ change: @Sendable (SessionSlot, Session) -> Void) async throws {
        let session = Session.sample {
            $0.lastUsed = TestClock.start - 600
            $0.generation = 3
        }
        for (newest, cookies) in [(UInt32(3), 1), (4, 0)] {
            let response = try await middleware.answer(try request(session)) { _, context in
                change(context.slot, session)
                memory.generations.note(newest, of: session.handle, at: TestClock.start)
                return Response(status: .ok)
            }
            #expect(response.setCookies.count == cookies)
        }
    }

    @Test("A changed session is written, with its last use") func stored() async throws {
        let response = try await middleware.answer(try request(.sample())) { _, context in
            context.slot.store(.sample { $0.name = "Bob" })
            return Response(status: .ok)
        }
        let stored = cookies.session(in: CookieJar(response.setCookies).cookies, now: TestClock.start)
        #expect(stored?.name == "Bob" && stored?.lastUsed == TestClock.start)
    }

    @Test("A cleared session takes its cookies away") func cleared() async throws {
        let response = try await middleware.answer(try request(.sample())) { _, context in
            context.slot.clear()
            return Response(status: .ok)
        }
        #expect(response.setCookies.count == 1 && response.setCookies[0].hasPrefix("latchkey=; Max-Age=0"))
    }

    @Test(
        "Before it was once read which sessions have ended, nobody gets in by a cookie, which stays; but signing out works"
    )
    func notCaughtUp() async throws {
        let middleware = SessionMiddleware(
            cookies: cookies, register: SessionRegister(registry: registry, memory: RegisterMemory()),
            idleTimeout: 3600, clock: clock.clock
        )
        await expectPageError(.storeUnavailable) { try await middleware.answer(try request(.sample())) }
        let signOut = InProcess.request(.post, "/sign-out", try request(.sample()).headers)
        _ = try await middleware.answer(signOut) { _, context in
            #expect(context.slot.session != nil)
            return Response(status: .ok)
        }
        #expect(try await middleware.answer(InProcess.request()).status == .ok)
    }

    @Test("Using a session is noted without asking the register, once in five minutes, and told later") func use()
        async throws
    {
        let session = Session.sample { $0.lastUsed = TestClock.start - 600 }
        let registry = SwitchableRegistry(registry)
        for _ in 0..<3 { _ = try await middleware.answer(try request(session)) }
        try await memory.uses.write(to: registry)
        try await memory.uses.write(to: registry)
        #expect(registry.count(of: .noteUse) == 1)
        clock.advance(by: 300)
        for _ in 0..<3 { _ = try await middleware.answer(try request(session)) }
        try await memory.uses.write(to: registry)
        #expect(registry.count(of: .noteUse) == 2)
    }

    @Test(
        "A response under way brings no session back that was ended meanwhile, and takes no cookie away that has come since",
        arguments: [{ _, _ in }, { $0.store($1) }, { slot, _ in slot.leave() }]
            as [@Sendable (SessionSlot, Session) -> Void])
    func endedMeanwhile(_ change: @Sendable (SessionSlot, Session) -> Void) async throws {
        let session = Session.sample { $0.lastUsed = TestClock.start - 600 }
        let response = try await middleware.answer(try request(session)) { _, context in
            change(context.slot, session)
            memory.ended.insert(session.handle, until: .distantFuture)
            return Response(status: .ok)
        }
        #expect(response.setCookies == [])
    }
}
