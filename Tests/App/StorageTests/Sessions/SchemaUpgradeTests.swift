import Foundation
import SQLiteSessionStorage
import SessionStorage
import TaskCore
import TaskStorage
import Testing

@testable import PostgreSQLSessionStorage

/// The first start with a database in which an earlier version has tasks and sessions in one schema.
@Suite(.timeLimit(.minutes(2))) struct SchemaUpgradeTests {
    private static let owner = "sub https://id.example alice"
    private let now = SessionRecord.now

    private func expectUpgraded(_ database: EarlierDatabase) async throws {
        let (sessions, tasks) = (try database.sessionStore(), try database.taskStore())
        #expect(try await sessions.sessions(of: "sub i s", now: now).isEmpty)
        #expect(try await sessions.endings(after: 0, now: now).isEmpty)
        #expect(try await sessions.pendingForm(named: [1], now: now) == [9])
        #expect(try await !sessions.consume(OneTimeValue([2], expires: .distantFuture)))
        let page = try await tasks.tasks(of: Self.owner, completed: nil, limit: 9, after: nil)
        #expect(page.items.map(\.task) == [Self.owner])
    }

    @Test(
        "An upgrade ends sessions, and retains pending forms, one-time values and tasks, whichever store comes first",
        arguments: StorageKind.shared, [true, false])
    func upgrade(kind: StorageKind, sessionsFirst: Bool) async throws {
        let database = try await EarlierDatabase(kind, .sharedSchema, owners: [Self.owner])
        if sessionsFirst {
            try await database.sessionStore().check()
        } else {
            try await database.taskStore().check()
        }
        try await expectUpgraded(database)
        let (sessions, record) = (try database.sessionStore(), SessionRecord.sample())
        _ = try await sessions.insert(record, tokens: [1], replacing: nil)
        try await expectUpgraded(database)
        #expect(try await database.sessionStore().tokens(of: record.id)?.sealed == [1])
    }

    @Test(
        "An upgrade leaves no table of an earlier version, and the earlier version refuses the database",
        arguments: StorageKind.shared)
    func leftovers(kind: StorageKind) async throws {
        let database = try await EarlierDatabase(kind, .sharedSchema, owners: [])
        try await database.taskStore().check()
        try await database.sessionStore().check()
        let (tables, version) =
            kind == .sqlite
            ? ("SELECT name FROM sqlite_schema WHERE type = 'table'", "SELECT user_version FROM pragma_user_version")
            : (
                "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'",
                "SELECT version::text FROM latchkey_schema"
            )
        let found = try database.texts(tables).filter { !$0.hasPrefix("sqlite_") }
        let earlier = ["refreshes", "refresh_claims", "kept_forms", "spent_values"]
        #expect(found.filter { name in earlier.contains { name.hasSuffix($0) } }.isEmpty, "\(found)")
        #expect(found.filter { ["sessions", "ended_sessions"].contains($0) }.isEmpty, "\(found)")
        #expect(try database.texts(version) == [kind == .sqlite ? "5" : "4"])
    }

    @Test("Processes that start at the same time upgrade the database once", arguments: StorageKind.shared)
    func atOnce(kind: StorageKind) async throws {
        let database = try await EarlierDatabase(kind, .sharedSchema, owners: [Self.owner])
        let records = (0..<4).map { _ in SessionRecord.sample() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for record in records {
                group.addTask {
                    _ = try await database.sessionStore().insert(record, tokens: [], replacing: nil)
                }
                group.addTask { try await database.taskStore().check() }
            }
            try await group.waitForAll()
        }
        try await expectUpgraded(database)
        for record in records { #expect(try await database.sessionStore().tokens(of: record.id) != nil) }
    }

    @Test(
        "The session store alone creates no tables of tasks, and refuses tables of a later version",
        arguments: StorageKind.shared)
    func sessionsAlone(kind: StorageKind) async throws {
        let database = try await EarlierDatabase(kind, .empty, owners: [])
        // Tables of another program, whatever their names.
        try database.run("CREATE TABLE sessions (id INTEGER); CREATE TABLE refreshes (id INTEGER)")
        try await database.sessionStore().check()
        let tables =
            kind == .sqlite
            ? "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
            : "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
        let found = try database.texts(tables)
        #expect(found.filter { !$0.hasPrefix("latchkey_") }.sorted() == ["refreshes", "sessions"])
        #expect(found.filter { $0.contains("task") || $0.contains("bulk") }.isEmpty, "\(found)")
        try database.run("UPDATE latchkey_session_schema SET version = 1000")
        await #expect { try await database.sessionStore().check() } throws: { error in
            (error as? SQLiteStorageError)?.kind == .newerSchema
                || (error as? PostgreSQLStorageError)?.kind == .newerSchema
        }
        try await database.taskStore().check()
    }
}
