import FoundationEssentials
import SessionStorage
import Testing

@testable import PostgreSQLSessionStorage

@Suite(.timeLimit(.minutes(2))) struct RemovalTests {

    /// Inserts a row into each table.
    ///
    /// - Returns: The ids of the session and of the one that has ended.
    private func fill(_ store: PostgreSQLSessionStore, until: Date, _ name: [UInt8]) async throws
        -> [SessionID]
    {
        var record = SessionRecord.sample()
        record.expires = until
        _ = try await store.insert(record, tokens: [1], replacing: nil)
        let ended = SessionID()
        _ = try await store.end(ended, until: until)
        try await store.storePendingForm([1], named: name, of: [9], until: until, limit: 9)
        #expect(try await store.consume(OneTimeValue(name, expires: until)))
        return [record.id, ended]
    }

    @Test("A replica whose clock is fast removes what has expired by the server's clock, and nothing else")
    func fastClock() async throws {
        let store = try await PostgreSQLSessionStore.fresh()
        // A day is more than the clocks of the tests and of their server differ by.
        let day: TimeInterval = 86_400
        let (over, underWay) = (Date() - day, Date() + day)
        let gone = try await fill(store, until: over, [1])
        let stays = try await fill(store, until: underWay, [2])
        try await store.removeExpired(now: Date() + 2 * day)
        #expect(try await store.tokens(of: gone[0]) == nil)
        #expect(try await store.tokens(of: stays[0]) != nil)
        #expect(try await store.endings(after: 0, now: .distantPast).map(\.id) == [stays[1]])
        #expect(try await store.pendingForm(named: [1], now: .distantPast) == nil)
        #expect(try await store.pendingForm(named: [2], now: .distantPast) == [1])
        #expect(try await store.consume(OneTimeValue([1], expires: underWay)))
        #expect(try await !store.consume(OneTimeValue([2], expires: underWay)))
    }

    @Test("Rows that another replica removes at the same time don't end the removal")
    func removedTogether() async throws {
        let store = try await PostgreSQLSessionStore.fresh()
        try await store.check()
        try await store.database.perform { connection throws(PostgreSQLStorageError) in
            try connection.run(
                """
                INSERT INTO latchkey_ended_sessions (sequence, id, until)
                SELECT n, int8send(n), now() - interval '1 day' FROM generate_series(1::bigint, 12000) AS n
                """)
        }
        let other = HeldTransaction()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await other.run(on: store.database) { connection throws(PostgreSQLStorageError) in
                    try connection.execute("DELETE FROM latchkey_ended_sessions WHERE sequence <= 4000")
                }
            }
            try await other.reach()
            group.addTask { try await store.removeExpired(now: Date()) }
            try await store.database.waitForLockWaits()
            other.commit()
            try await group.waitForAll()
        }
        #expect(try await store.database.number("SELECT count(*) FROM latchkey_ended_sessions") == 0)
    }

    @Test("A replica whose clock is slow removes nothing that hasn't expired by its own")
    func slowClock() async throws {
        let store = try await PostgreSQLSessionStore.fresh()
        let until = Date() - 3600
        let stays = try await fill(store, until: until, [1])
        try await store.removeExpired(now: until - 1)
        #expect(try await store.tokens(of: stays[0]) != nil)
        #expect(try await store.endings(after: 0, now: .distantPast).map(\.id) == [stays[1]])
        #expect(try await !store.consume(OneTimeValue([1], expires: until)))
        try await store.removeExpired(now: until)
        #expect(try await store.consume(OneTimeValue([1], expires: until)))
    }
}
