import FoundationEssentials
import SessionRegistry
import TestSupport
import Testing

@testable import TasksWeb

@Suite struct SessionRegisterTests {
    @Test("A session that ends is ended at once here, and in the database") func end() async throws {
        let site = try TestSite()
        let session = Session.sample()
        try await site.register.begin(
            session, scope: FakeAuthority.issuer, providerSession: "sid", browser: "B", replacing: nil)
        #expect(!site.ended.contains(session.handle))
        #expect(await site.register.end(session) == .database)
        #expect(site.ended.contains(session.handle))
        let endings = await site.registry.endings(after: 0, now: .distantPast)
        #expect(endings.map(\.handle) == [session.handle])
        #expect(endings.first?.until == Date(timeIntervalSince1970: TimeInterval(session.end)))
    }

    @Test("A sign-in ends the session that it replaces") func replacing() async throws {
        let site = try TestSite()
        let old = Session.sample(), new = Session.sample()
        try await site.register.begin(
            old, scope: FakeAuthority.issuer, providerSession: nil, browser: "", replacing: nil)
        try await site.register.begin(
            new, scope: FakeAuthority.issuer, providerSession: nil, browser: "", replacing: old)
        #expect(site.ended.contains(old.handle))
        #expect(!site.ended.contains(new.handle))
        #expect(await site.registry.endings(after: 0, now: .distantPast).map(\.handle) == [old.handle])
    }

    @Test("Listed is what is under way: not what has ended here, nor what was left lying for longer than it may")
    func sessions()
        async throws
    {
        let site = try TestSite()
        let now = TestClock.start
        let current = Session.sample()
        var wanted: Set<SessionHandle> = [current.handle]
        // The register's time may lag by five minutes.
        for (idle, isListed) in [(0, true), (3600, true), (3899, true), (3900, false), (9000, false)] as [(Int64, Bool)]
        {
            let session = Session.sample { $0.begun = now - 10_000 }
            try await site.register.begin(
                session, scope: FakeAuthority.issuer, providerSession: nil, browser: "", replacing: nil)
            await site.registry.noteUse(of: session.handle, at: Date(timeIntervalSince1970: TimeInterval(now - idle)))
            if isListed { wanted.insert(session.handle) }
        }
        let over = Session.sample()
        for session in [current, over] {
            try await site.register.begin(
                session, scope: FakeAuthority.issuer, providerSession: nil, browser: "", replacing: nil)
        }
        site.register.holdEnded(over)
        // This one is in use right now.
        await site.registry.noteUse(of: current.handle, at: .distantPast)
        let found = try await site.register.sessions(of: current, now: now, idleTimeout: 3600)
        #expect(Set(found.map(\.handle)) == wanted)
    }

    @Test("A value can be spent once") func spend() async throws {
        let register = try TestSite().register
        #expect(try await register.spend([1], until: TestClock.start + 1))
        #expect(try await !register.spend([1], until: TestClock.start + 1))
        #expect(try await register.spend([2], until: TestClock.start + 1))
    }

    @Test("A database that is away is said in the page's words, and the session is ended here all the same") func away()
        async throws
    {
        let memory = RegisterMemory()
        let register = SessionRegister(registry: SwitchableRegistry(isAway: true), memory: memory)
        let session = Session.sample()
        #expect(await register.end(session) == .memory)
        #expect(memory.ended.contains(session.handle))
        let registry = MemorySessionRegistry()
        try await memory.pending.write(to: registry, now: .distantPast)
        #expect(await registry.endings(after: 0, now: .distantPast).map(\.handle) == [session.handle])
        let next = Session.sample()
        await expectPageError(.storeUnavailable) {
            try await register.begin(
                next, scope: FakeAuthority.issuer, providerSession: nil, browser: "", replacing: nil)
        }
        await expectPageError(.storeUnavailable) { try await register.spend([1], until: 1) }
        await expectPageError(.storeUnavailable) { try await register.storedRefresh(of: next.handle) as Any }
    }
}
