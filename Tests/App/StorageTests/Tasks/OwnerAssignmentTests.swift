import FoundationEssentials
import SessionStorage
import TaskCore
import TaskStorage
import Testing

/// The first start with a database of the version before user keys, and the starts that follow.
@Suite(.timeLimit(.minutes(2))) struct OwnerAssignmentTests {
    private static let guid = "6A1F2C39-58D4-4B7E-9C02-D3E0F7A8B154"
    private static let tenant = OwnerAssignment(prefix: "oid https://t.example ", requiresGUIDs: false)
    private static let issuer = OwnerAssignment(prefix: "sub https://id.example ", requiresGUIDs: false)
    private static let microsoft = OwnerAssignment(
        prefix: "oid 0b6c1d7e-2f3a-4b5c-8d9e-a1b2c3d4e5f6 ", requiresGUIDs: true)

    /// The tasks of an owner, once a process has started.
    private func tasks(
        _ owner: String, _ database: EarlierDatabase, _ assignment: OwnerAssignment
    ) async throws -> [String] {
        let store = try database.taskStore(assignment)
        return try await store.tasks(of: owner, completed: nil, limit: 100, after: nil).items.map(\.task)
    }

    private func earlierDatabase(_ kind: StorageKind, _ owners: [String]) async throws -> EarlierDatabase {
        try await EarlierDatabase(kind, .withoutUserKeys, owners: owners)
    }

    @Test(
        "Owners become users of the authority's tenant or issuer, also after a restart", arguments: StorageKind.shared)
    func owners(kind: StorageKind) async throws {
        for assignment in [Self.tenant, Self.issuer] {
            let database = try await earlierDatabase(kind, ["alice", Self.guid, "caf\u{E9} 'x'"])
            let prefix = try #require(assignment.prefix)
            #expect(try await database.unmatchedTasks([prefix]) == 0, "they have yet to be assigned")
            for _ in 0..<2 {
                #expect(try await tasks("\(prefix)alice", database, assignment) == ["alice"])
                #expect(try await tasks("\(prefix)\(Self.guid.lowercased())", database, assignment) == [Self.guid])
                #expect(try await tasks("\(prefix)caf\u{E9} 'x'", database, assignment) == ["caf\u{E9} 'x'"])
                #expect(try await tasks("alice", database, assignment).isEmpty)
            }
            try await database.sessionStore().check()
            #expect(try await database.unmatchedTasks(["sub x ", prefix]) == 0)
            #expect(try await database.unmatchedTasks(["sub https://other.example "]) == 3)
        }
    }

    @Test(
        "An owner's next task comes after those of the earlier version, whatever the clock says",
        arguments: StorageKind.shared)
    func order(kind: StorageKind) async throws {
        let database = try await earlierDatabase(kind, [Self.guid, Self.guid.lowercased()])
        let owner = "oid https://t.example \(Self.guid.lowercased())"
        let store = try database.taskStore(Self.tenant, now: { Date(timeIntervalSince1970: 0) })
        let added = try await store.add(TaskText("new"), owner: owner)
        // Two owners that differ in the case of a GUID have become one.
        let page = try await store.tasks(of: owner, completed: nil, limit: 9, after: nil)
        #expect(page.items.map(\.id).last == added.id && page.total == 3)
    }

    @Test("An owner that looks like another user's key becomes a user of its own", arguments: StorageKind.shared)
    func forgedKey(kind: StorageKind) async throws {
        let forged = "oid https://t.example alice"
        let database = try await earlierDatabase(kind, ["alice", forged, "unassigned alice"])
        for owner in ["alice", forged, "unassigned alice"] {
            #expect(try await tasks("oid https://t.example \(owner)", database, Self.tenant) == [owner])
        }
    }

    @Test(
        "Without the tenant's GUID, or with an owner that is no GUID, rows stay and match no user",
        arguments: StorageKind.shared)
    func unassigned(kind: StorageKind) async throws {
        let database = try await earlierDatabase(kind, ["pairwise", Self.guid])
        let prefix = try #require(Self.microsoft.prefix)
        #expect(try await tasks("\(prefix)\(Self.guid.lowercased())", database, Self.microsoft) == [Self.guid])
        #expect(try await tasks("\(prefix)pairwise", database, Self.microsoft).isEmpty)
        #expect(try await tasks("unassigned pairwise", database, Self.microsoft) == ["pairwise"])
        try await database.sessionStore().check()
        #expect(try await database.unmatchedTasks([prefix]) == 1)
        let other = try await earlierDatabase(kind, ["alice", Self.guid])
        let unknown = OwnerAssignment(prefix: nil, requiresGUIDs: true)
        #expect(try await tasks("unassigned \(Self.guid)", other, unknown) == [Self.guid])
        try await other.sessionStore().check()
        #expect(try await other.unmatchedTasks(["oid "]) == 2)
    }

    @Test(
        "Assigned owners stay assigned, whatever authority the program starts with next; later rows are assigned",
        arguments: StorageKind.shared)
    func addedMeanwhile(kind: StorageKind) async throws {
        let database = try await earlierDatabase(kind, ["alice"])
        #expect(try await tasks("sub https://id.example alice", database, Self.issuer) == ["alice"])
        for (number, owner) in ["alice", "", "p", "zoe", "unassigned"].enumerated() {
            try database.insert(owner, 1 + number)
        }
        #expect(try await tasks("oid https://t.example alice", database, Self.tenant) == ["alice"])
        #expect(try await tasks("sub https://id.example alice", database, Self.tenant) == ["alice"])
        for owner in ["", "p", "zoe", "unassigned"] {
            #expect(try await tasks("oid https://t.example \(owner)", database, Self.tenant) == [owner])
        }
    }

    @Test(
        "If the assignment of owners fails, nothing is changed, and the next start does all of it",
        arguments: StorageKind.shared)
    func allOrNothing(kind: StorageKind) async throws {
        let database = try await earlierDatabase(kind, ["alice", "bob"])
        try database.run(
            kind == .sqlite
                ? """
                CREATE TRIGGER fault BEFORE UPDATE ON tasks WHEN old.owner = 'bob'
                BEGIN SELECT RAISE(ABORT, 'a fault'); END
                """
                : """
                CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a fault'; END $$;
                CREATE TRIGGER fault BEFORE UPDATE ON latchkey_tasks FOR EACH ROW WHEN (OLD.owner = 'bob')
                EXECUTE FUNCTION fault();
                """)
        await #expect(throws: (any Error).self) {
            try await tasks("oid https://t.example alice", database, Self.tenant)
        }
        let table = kind == .sqlite ? "tasks" : "latchkey_tasks"
        #expect(try database.texts("SELECT owner FROM \(table) ORDER BY owner") == ["alice", "bob"])
        try database.run(kind == .sqlite ? "DROP TRIGGER fault" : "DROP TRIGGER fault ON latchkey_tasks")
        #expect(try await tasks("oid https://t.example alice", database, Self.tenant) == ["alice"])
    }

    @Test("Replicas that start at the same time assign each row's owner once", arguments: StorageKind.shared)
    func atOnce(kind: StorageKind) async throws {
        let database = try await earlierDatabase(kind, ["alice", "bob"])
        let found = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<4 { group.addTask { try await tasks("oid https://t.example alice", database, Self.tenant) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(found == Array(repeating: ["alice"], count: 4))
    }
}
