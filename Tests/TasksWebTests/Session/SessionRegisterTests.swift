import FoundationEssentials
import SessionRegistry
import Testing

@testable import TasksWeb

@Suite struct SessionRegisterTests {
    @Test("A session that ends is ended at once here, and in the database") func end() async throws {
        let site = try TestSite()
        let session = Session.sample()
        try await site.register.begin(session, providerSession: "sid", browser: "B", replacing: nil)
        #expect(!site.ended.contains(session.handle))
        try await site.register.end(session)
        #expect(site.ended.contains(session.handle))
        let endings = await site.registry.endings(after: 0, now: .distantPast)
        #expect(endings.map(\.handle) == [session.handle])
        #expect(endings.first?.until == Date(timeIntervalSince1970: TimeInterval(session.end)))
    }

    @Test("A sign-in ends the session that it replaces") func replacing() async throws {
        let site = try TestSite()
        let old = Session.sample(), new = Session.sample()
        try await site.register.begin(old, providerSession: nil, browser: "", replacing: nil)
        try await site.register.begin(new, providerSession: nil, browser: "", replacing: old)
        #expect(site.ended.contains(old.handle))
        #expect(!site.ended.contains(new.handle))
        #expect(await site.registry.endings(after: 0, now: .distantPast).map(\.handle) == [old.handle])
    }

    @Test("A value can be spent once") func spend() async throws {
        let register = try TestSite().register
        #expect(try await register.spend([1], until: TestClock.start + 1))
        #expect(try await !register.spend([1], until: TestClock.start + 1))
        #expect(try await register.spend([2], until: TestClock.start + 1))
    }

    @Test("A database that is away is said in the page's words, and the session is ended here all the same") func away() async {
        let ended = EndedSessions()
        let register = SessionRegister(registry: AwayRegistry(), ended: ended)
        let session = Session.sample()
        await expectPageError(.registerAway) { try await register.end(session) }
        #expect(ended.contains(session.handle))
        let next = Session.sample()
        await expectPageError(.registerAway) { try await register.begin(next, providerSession: nil, browser: "", replacing: nil) }
        await expectPageError(.registerAway) { try await register.spend([1], until: 1) }
        await expectPageError(.registerAway) { try await register.storedRefresh(of: next.handle) as Any }
    }
}
