import FoundationEssentials
import Logging
import SQLiteSessionStorage
import SessionStorage
import StorageTestSupport
import TaskCore
import TaskStorage
import TestSupport
import Testing

@testable import PostgreSQLSessionStorage

/// The implementations that all have to pass the same tests.
enum StorageKind: CaseIterable {
    case memory, sqlite, postgresql

    /// The kinds that several processes share.
    static let shared: [StorageKind] = [.sqlite, .postgresql]

    /// A new task store, and what has to live as long as it is used.
    func makeTaskStore(maximumTasks: Int = .max) async throws -> (store: any TaskStore, folder: TemporaryFolder?) {
        switch self {
        case .memory: return (MemoryTaskStore(maximumTasks: maximumTasks), nil)
        case .sqlite:
            let folder = try TemporaryFolder()
            let database = try SQLiteDatabase(path: folder.file("tasks.sqlite"))
            return (try SQLiteTaskStore(database, maximumTasks: maximumTasks), folder)
        case .postgresql:
            let url = try #require(try PostgreSQLURL(try await TestPostgreSQL.shared.makeDatabase()))
            return (try PostgreSQLTaskStore(url, maximumTasks: maximumTasks, logger: .silent), nil)
        }
    }

    /// Two task stores of one new database, as two replicas have it, and what has to live as long as they are used.
    func makeReplicas() async throws -> (
        first: any TaskStore & BulkChanging, second: any TaskStore & BulkChanging, folder: TemporaryFolder?
    ) {
        guard self == .postgresql else {
            let folder = try TemporaryFolder()
            let path = folder.file("tasks.sqlite")
            func store() throws -> SQLiteTaskStore { try SQLiteTaskStore(try SQLiteDatabase(path: path)) }
            return (try store(), try store(), folder)
        }
        let url = try await TestPostgreSQL.shared.makeDatabase()
        return (try PostgreSQLTaskStore(url), try PostgreSQLTaskStore(url), nil)
    }

    /// Runs a body with a new session store.
    func withSessionStore(_ body: (any SessionStore) async throws -> Void) async throws {
        switch self {
        case .memory: try await body(MemorySessionStore())
        case .sqlite:
            let folder = try TemporaryFolder()
            try await body(SQLiteSessionStore(path: folder.file("sessions.sqlite")))
            _ = folder
        case .postgresql: try await body(try await PostgreSQLSessionStore.fresh())
        }
    }

    /// Runs a body with two session stores of one new database, as two replicas have it.
    func withSessionReplicas(_ body: (any SessionStore, any SessionStore) async throws -> Void) async throws {
        guard self == .postgresql else {
            let folder = try TemporaryFolder()
            let path = folder.file("sessions.sqlite")
            try await body(try SQLiteSessionStore(path: path), try SQLiteSessionStore(path: path))
            _ = folder
            return
        }
        let url = try await TestPostgreSQL.shared.makeDatabase()
        try await body(try PostgreSQLSessionStore(url), try PostgreSQLSessionStore(url))
    }
}

extension SessionRecord {
    /// Noon of the day on which the tests' sessions start.
    static let now = Date(timeIntervalSince1970: 1_769_860_800)

    /// A session of a user at an issuer, which is the user's scope as well unless a tenant is.
    static func sample(
        _ subject: String = "alice", id: SessionID = SessionID(), tenant: String = "https://login.example",
        issuer: String = "https://login.example", sid: String? = nil, authority: String = "main",
        started: TimeInterval = 0, lasting: TimeInterval = 3600
    ) -> SessionRecord {
        SessionRecord(
            id: id, user: "sub \(tenant) \(subject)", scope: tenant, issuer: issuer, subject: subject,
            providerSession: sid, authority: authority, started: now + started, expires: now + started + lasting,
            lastUsed: now + started, browser: "Browser/1")
    }
}
