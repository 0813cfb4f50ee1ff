import FoundationEssentials
import SiteTesting
import StorageTestSupport
import Synchronization
import TestSupport
import Testing

@testable import PostgreSQLSessionStorage
@testable import SessionStorage

/// A database that has lost the last commits, as an asynchronous standby has when it takes over.
@Suite(.timeLimit(.minutes(1))) struct LostEndingTests {
    private let now = SessionRecord.now

    @Test(
        "Endings that the database has lost are stored again by a replica that knows them, and the row's tokens revoked",
        arguments: [true, false])
    func lost(isSeenAsOutage: Bool) async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let (base, cache) = (try PostgreSQLSessionStore(url), SessionCache())
        let store = SwitchableSessionStore(base)
        let record = SessionRecord.sample()
        _ = try await base.insert(record, tokens: [0], replacing: nil)
        let revoked = Mutex<[[UInt8]]>([])
        let time = now
        let sync = SessionSync(store: store, cache: cache, logger: .silent, now: { time }) { _, tokens in
            revoked.withLock { $0.append(tokens.sealed) }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await sync.run() }
            _ = try await base.end(record.id, until: record.expires)
            try await eventually { cache.ended.contains(record.id) }
            let counter = try await base.changeCounter()
            // The replica has to know the counter that it compares with.
            try await store.wait(for: .changeCounter, times: 2)

            if isSeenAsOutage {
                store.fail()
                try await eventually { cache.contact.start == nil }
            }
            _ = try await base.insert(record, tokens: [7], replacing: nil)
            try await base.database.perform { connection throws(PostgreSQLStorageError) in
                try connection.transaction { () throws(PostgreSQLStorageError) in
                    try connection.execute("DELETE FROM latchkey_ended_sessions")
                    let sequence = isSeenAsOutage ? counter : 1
                    try connection.execute("UPDATE latchkey_last_ending SET sequence = $1", [.integer(sequence)])
                }
            }
            store.recover()
            try await eventually { try await base.endings(after: 0, now: now).map(\.id) == [record.id] }
            #expect(try await base.tokens(of: record.id) == nil)
            try await eventually { revoked.withLock { $0 } == [[7]] }
            group.cancelAll()
        }
    }
}
