import FoundationEssentials
import GRDB
import SessionRegistry
import StorageTestSupport
import TaskCore
import Testing

@testable import SQLiteStorage

/// The first start with a database of the version before user keys, and the starts that follow.
@Suite struct UserAssignmentTests {
    private static let guid = "6A1F2C39-58D4-4B7E-9C02-D3E0F7A8B154"
    private static let tenant = UserAssignment(
        ownerPrefix: "oid https://t.example ", requiresGUIDs: false, tenant: "https://t.example", issuer: "")
    private static let issuer = UserAssignment(
        ownerPrefix: "sub https://id.example ", requiresGUIDs: false, tenant: nil, issuer: "https://id.example")
    private static let microsoft = UserAssignment(
        ownerPrefix: "oid 0b6c1d7e-2f3a-4b5c-8d9e-a1b2c3d4e5f6 ", requiresGUIDs: true, tenant: nil,
        issuer: "https://login.microsoftonline.com/x/v2.0")

    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("latchkey.sqlite")
    }

    private func tasks(_ owner: String, _ assignment: UserAssignment) async throws -> [String] {
        let store = SQLiteTaskStore(try SQLiteDatabase(path: path, assignment: assignment))
        return try await store.tasks(of: owner, completed: nil, limit: 100, after: nil).items.map(\.task)
    }

    @Test("Owners become users of the authority's tenant or issuer, also after a restart")
    func owners() async throws {
        for assignment in [Self.tenant, Self.issuer] {
            try? FileManager.default.removeItem(atPath: path)
            try EarlierDatabase.make(path: path, owners: ["alice", Self.guid, "caf\u{E9} 'x'"])
            let prefix = try #require(assignment.ownerPrefix)
            for _ in 0..<2 {
                #expect(try await tasks("\(prefix)alice", assignment) == ["alice"])
                #expect(try await tasks("\(prefix)\(Self.guid.lowercased())", assignment) == [Self.guid])
                #expect(try await tasks("\(prefix)caf\u{E9} 'x'", assignment) == ["caf\u{E9} 'x'"])
                #expect(try await tasks("alice", assignment).isEmpty)
            }
            #expect(try SQLiteDatabase.unmatchedTasks(path: path, prefixes: [prefix]) == 0)
            #expect(try SQLiteDatabase.unmatchedTasks(path: path, prefixes: ["sub https://other.example "]) == 3)
        }
    }

    @Test("An owner that looks like another user's key becomes a user of its own")
    func forgedKey() async throws {
        let forged = "oid https://t.example alice"
        try EarlierDatabase.make(path: path, owners: ["alice", forged, "unassigned alice"])
        #expect(try await tasks("oid https://t.example alice", Self.tenant) == ["alice"])
        #expect(try await tasks("oid https://t.example \(forged)", Self.tenant) == [forged])
        #expect(try await tasks("oid https://t.example unassigned alice", Self.tenant) == ["unassigned alice"])
    }

    @Test("Two owners that differ in the case of a GUID become one")
    func sameGUID() async throws {
        try EarlierDatabase.make(path: path, owners: [Self.guid, Self.guid.lowercased()])
        #expect(try await tasks("oid https://t.example \(Self.guid.lowercased())", Self.tenant).count == 2)
    }

    @Test("Without the tenant's GUID, or with an owner that is none, rows stay and match nobody")
    func unassigned() async throws {
        try EarlierDatabase.make(path: path, owners: ["pairwise", Self.guid])
        let prefix = try #require(Self.microsoft.ownerPrefix)
        #expect(try await tasks("\(prefix)\(Self.guid.lowercased())", Self.microsoft) == [Self.guid])
        #expect(try await tasks("\(prefix)pairwise", Self.microsoft).isEmpty)
        #expect(try await tasks("unassigned pairwise", Self.microsoft) == ["pairwise"])
        #expect(try SQLiteDatabase.unmatchedTasks(path: path, prefixes: [prefix]) == 1)

        try FileManager.default.removeItem(atPath: path)
        try EarlierDatabase.make(path: path, owners: ["alice", Self.guid])
        var unknown = Self.microsoft
        unknown.ownerPrefix = nil
        #expect(try await tasks("unassigned \(Self.guid)", unknown) == [Self.guid])
        #expect(try SQLiteDatabase.unmatchedTasks(path: path, prefixes: ["oid "]) == 2)
    }

    @Test("What has been assigned stays so, whatever authority the program starts with next")
    func once() async throws {
        try EarlierDatabase.make(path: path, owners: ["alice"])
        #expect(try await tasks("sub https://id.example alice", Self.issuer) == ["alice"])
        #expect(try await tasks("oid https://t.example alice", Self.tenant).isEmpty)
        #expect(try await tasks("sub https://id.example alice", Self.tenant) == ["alice"])
    }

    @Test("A row that a process of the version before adds meanwhile is assigned at the next start")
    func addedMeanwhile() async throws {
        try EarlierDatabase.make(path: path, owners: ["alice"])
        let database = try SQLiteDatabase(path: path, assignment: Self.tenant)
        try await database.pool.write { database in
            for (number, owner) in ["alice", "", "p", "zoe", "unassigned"].enumerated() {
                try EarlierDatabase.insert(owner, 1 + number, in: database)
            }
        }
        #expect(try await tasks("oid https://t.example alice", Self.tenant) == ["alice", "alice"])
        for owner in ["", "p", "zoe", "unassigned"] {
            #expect(try await tasks("oid https://t.example \(owner)", Self.tenant) == [owner])
        }
    }

    @Test("Sessions get the key and the scope of their user, and those that can't are found by issuer and sub")
    func sessions() async throws {
        let handles = (0..<3).map { _ in SessionHandle() }
        let rows = zip(handles, ["https://id.example/", "https://id.example", "https://other.example"]).map {
            ($0, $1, "alice")
        }
        func found(_ assignment: UserAssignment, _ key: String, _ issuer: String) async throws -> Set<SessionHandle> {
            try? FileManager.default.removeItem(atPath: path)
            try EarlierDatabase.make(path: path, owners: [], sessions: rows)
            let registry = SQLiteSessionRegistry(try SQLiteDatabase(path: path, assignment: assignment))
            let user = SessionUser(key: key, issuer: issuer, subject: "alice")
            return Set(try await registry.sessions(of: user, now: .distantPast).map(\.handle))
        }
        #expect(try await found(Self.tenant, "oid https://t.example alice", "") == Set(handles))
        #expect(try await found(Self.issuer, "sub https://id.example alice", "") == Set(handles.prefix(2)))
        #expect(
            try await found(Self.issuer, "sub https://other.example alice", "https://other.example") == [handles[2]])
        #expect(try await found(Self.microsoft, "oid x y", "https://id.example") == [handles[1]])
        let registry = SQLiteSessionRegistry(try SQLiteDatabase(path: path))
        let ended = try await registry.endAll(.subject("alice", scope: "https://id.example", startedBy: .distantFuture))
        #expect(Set(ended.map(\.handle)) == Set(handles.prefix(2)))
    }

    @Test("Where the assignment fails nothing is changed, and the next start does all of it")
    func allOrNothing() async throws {
        try EarlierDatabase.make(
            path: path, owners: ["alice"], sessions: [(SessionHandle(), "https://id.example", "alice")])
        let queue = try DatabaseQueue(path: path)
        try await queue.write {
            try $0.execute(
                sql: "CREATE TRIGGER fault BEFORE UPDATE ON sessions BEGIN SELECT RAISE(ABORT, 'a fault'); END")
        }
        #expect(throws: (any Error).self) { try SQLiteDatabase(path: path, assignment: Self.tenant) }
        #expect(try await queue.read { try String.fetchAll($0, sql: "SELECT owner FROM tasks") } == ["alice"])
        try await queue.write { try $0.execute(sql: "DROP TRIGGER fault") }
        #expect(try await tasks("oid https://t.example alice", Self.tenant) == ["alice"])
    }

    @Test("Replicas that start at the same time assign each row once")
    func atOnce() async throws {
        try EarlierDatabase.make(path: path, owners: ["alice", "bob"])
        let found = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<4 { group.addTask { try await tasks("oid https://t.example alice", Self.tenant) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(found == Array(repeating: ["alice"], count: 4))
    }
}
