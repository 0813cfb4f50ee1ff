import FoundationEssentials
import SessionRegistry
import Testing

@testable import PostgreSQLStorage

@Suite(.timeLimit(.minutes(2))) struct RemovalTests {
    private let user = SessionUser(key: "sub i s", issuer: "i", subject: "s")

    /// Enters a row into each table.
    ///
    /// - Returns: The handles of the session and of the ending.
    private func fill(_ registry: PostgreSQLSessionRegistry, until: Date, _ name: [UInt8]) async throws
        -> [SessionHandle]
    {
        let handles = [SessionHandle(), SessionHandle()]
        try await registry.begin(
            SessionRecord(
                handle: handles[0], user: "sub i s", scope: "i", issuer: "i", subject: "s", providerSession: nil,
                begun: until,
                browser: "", lastSeen: until, end: until),
            replacing: nil)
        #expect(try await registry.store(StoredRefresh(generation: 1, sealed: [1]), of: handles[0], until: until))
        try await registry.end(handles[1], until: until)
        try await registry.keep([1], as: name, until: until)
        #expect(try await registry.spend(name, until: until))
        return handles
    }

    @Test("A replica whose clock is fast takes nothing away that isn't over by the server's clock, and all that is")
    func fastClock() async throws {
        let registry = PostgreSQLSessionRegistry(try await PostgreSQLDatabase.fresh())
        // A day is more than the clocks of the tests and of their server differ by.
        let day: TimeInterval = 86_400
        let (over, underWay) = (Date() - day, Date() + day)
        let gone = try await fill(registry, until: over, [1])
        let stays = try await fill(registry, until: underWay, [2])
        try await registry.removeExpired(now: Date() + 2 * day)
        #expect(try await registry.sessions(of: user, now: .distantPast).map(\.handle) == [stays[0]])
        #expect(try await registry.endings(after: 0, now: .distantPast).map(\.handle) == [stays[1]])
        #expect(try await registry.storedRefresh(of: gone[0]) == nil)
        #expect(try await registry.storedRefresh(of: stays[0]) != nil)
        #expect(try await registry.kept([1], now: .distantPast) == nil)
        #expect(try await registry.kept([2], now: .distantPast) == [1])
        #expect(try await registry.spend([1], until: underWay))
        #expect(try await !registry.spend([2], until: underWay))
    }

    @Test("A replica whose clock is slow takes nothing away that isn't over by its own")
    func slowClock() async throws {
        let registry = PostgreSQLSessionRegistry(try await PostgreSQLDatabase.fresh())
        let until = Date() - 3600
        let stays = try await fill(registry, until: until, [1])
        try await registry.removeExpired(now: until - 1)
        #expect(try await registry.sessions(of: user, now: .distantPast).map(\.handle) == [stays[0]])
        #expect(try await registry.endings(after: 0, now: .distantPast).map(\.handle) == [stays[1]])
        #expect(try await !registry.spend([1], until: until))
        try await registry.removeExpired(now: until)
        #expect(try await registry.spend([1], until: until))
    }
}
