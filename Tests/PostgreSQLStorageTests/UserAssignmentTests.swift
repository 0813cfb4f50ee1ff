import FoundationEssentials
import SessionRegistry
import StorageTestSupport
import TaskCore
import Testing

@testable import PostgreSQLStorage

/// The first start with a database of the version before user keys, and the starts that follow.
@Suite(.timeLimit(.minutes(2))) struct UserAssignmentTests {
    private static let guid = "6A1F2C39-58D4-4B7E-9C02-D3E0F7A8B154"
    private static let tenant = UserAssignment(
        ownerPrefix: "oid https://t.example ", requiresGUIDs: false, tenant: "https://t.example", issuer: "")
    private static let issuer = UserAssignment(
        ownerPrefix: "sub https://id.example ", requiresGUIDs: false, tenant: nil, issuer: "https://id.example")
    private static let microsoft = UserAssignment(
        ownerPrefix: "oid 0b6c1d7e-2f3a-4b5c-8d9e-a1b2c3d4e5f6 ", requiresGUIDs: true, tenant: nil,
        issuer: "https://login.microsoftonline.com/x/v2.0")

    /// A process that starts, with one connection so that it has assigned all that it will before the first call ends.
    private func database(_ url: PostgreSQLURL, _ assignment: UserAssignment) throws -> PostgreSQLDatabase {
        try PostgreSQLDatabase(url, connectionCount: 1, assignment: assignment, logger: .quiet)
    }

    /// The tasks of an owner, once a process has started.
    private func tasks(_ owner: String, _ url: PostgreSQLURL, _ assignment: UserAssignment) async throws -> [String] {
        let store = PostgreSQLTaskStore(try database(url, assignment))
        return try await store.tasks(of: owner, completed: nil, limit: 100, after: nil).items.map(\.task)
    }

    private func unmatched(_ url: PostgreSQLURL, _ prefixes: [String]) async throws -> Int {
        try await PostgreSQLInspection(url, prefixes: prefixes, logger: .quiet).unmatchedTasks
    }

    @Test("Owners become users of the authority's tenant or issuer, also after a restart")
    func owners() async throws {
        for assignment in [Self.tenant, Self.issuer] {
            let (url, _) = try await EarlierDatabase.make(owners: ["alice", Self.guid, "caf\u{E9} 'x'"])
            let prefix = try #require(assignment.ownerPrefix)
            #expect(try await unmatched(url, [prefix]) == 0, "they have yet to be assigned")
            for _ in 0..<2 {
                #expect(try await tasks("\(prefix)alice", url, assignment) == ["alice"])
                #expect(try await tasks("\(prefix)\(Self.guid.lowercased())", url, assignment) == [Self.guid])
                #expect(try await tasks("\(prefix)caf\u{E9} 'x'", url, assignment) == ["caf\u{E9} 'x'"])
                #expect(try await tasks("alice", url, assignment).isEmpty)
            }
            #expect(try await unmatched(url, ["sub x ", prefix]) == 0)
            #expect(try await unmatched(url, ["sub https://other.example "]) == 3)
        }
    }

    @Test("An owner's next task comes after those of the version before, whatever the clock says")
    func order() async throws {
        let (url, _) = try await EarlierDatabase.make(owners: [Self.guid, Self.guid.lowercased()])
        let owner = "oid https://t.example \(Self.guid.lowercased())"
        let store = PostgreSQLTaskStore(try database(url, Self.tenant), now: { Date(timeIntervalSince1970: 0) })
        let added = try await store.add(TaskText("new"), owner: owner)
        #expect(try await store.tasks(of: owner, completed: nil, limit: 9, after: nil).items.map(\.id).last == added.id)
        #expect(try await store.tasks(of: owner, completed: nil, limit: 9, after: nil).total == 3)
    }

    @Test("An owner that looks like another user's key becomes a user of its own")
    func forgedKey() async throws {
        let forged = "oid https://t.example alice"
        let (url, _) = try await EarlierDatabase.make(owners: ["alice", forged, "unassigned alice"])
        #expect(try await tasks("oid https://t.example alice", url, Self.tenant) == ["alice"])
        #expect(try await tasks("oid https://t.example \(forged)", url, Self.tenant) == [forged])
        #expect(try await tasks("oid https://t.example unassigned alice", url, Self.tenant) == ["unassigned alice"])
    }

    @Test("Without the tenant's GUID, or with an owner that is none, rows stay and match nobody")
    func unassigned() async throws {
        let (url, _) = try await EarlierDatabase.make(owners: ["pairwise", Self.guid])
        let prefix = try #require(Self.microsoft.ownerPrefix)
        #expect(try await tasks("\(prefix)\(Self.guid.lowercased())", url, Self.microsoft) == [Self.guid])
        #expect(try await tasks("\(prefix)pairwise", url, Self.microsoft).isEmpty)
        #expect(try await tasks("unassigned pairwise", url, Self.microsoft) == ["pairwise"])
        #expect(try await unmatched(url, [prefix]) == 1)
        let (other, _) = try await EarlierDatabase.make(owners: ["alice", Self.guid])
        var unknown = Self.microsoft
        unknown.ownerPrefix = nil
        #expect(try await tasks("unassigned \(Self.guid)", other, unknown) == [Self.guid])
        #expect(try await unmatched(other, ["oid "]) == 2)
    }

    @Test(
        "A row that the version before adds meanwhile is assigned at the next start, and no other is changed"
    )
    func addedMeanwhile() async throws {
        let (url, connection) = try await EarlierDatabase.make(owners: ["alice"])
        #expect(try await tasks("sub https://id.example alice", url, Self.issuer) == ["alice"])
        for (number, owner) in ["alice", "", "p", "zoe", "unassigned"].enumerated() {
            try EarlierDatabase.insert(owner, 1 + number, on: connection)
        }
        #expect(try await tasks("oid https://t.example alice", url, Self.tenant) == ["alice"])
        #expect(try await tasks("sub https://id.example alice", url, Self.tenant) == ["alice"])
        for owner in ["", "p", "zoe", "unassigned"] {
            #expect(try await tasks("oid https://t.example \(owner)", url, Self.tenant) == [owner])
        }
    }

    @Test("Sessions get the key and the scope of their user, and those that can't are found by issuer and sub")
    func sessions() async throws {
        let handles = (0..<3).map { _ in SessionHandle() }
        let rows = zip(handles, ["https://id.example/", "https://id.example", "https://other.example"]).map {
            ($0, $1, "alice")
        }
        func found(_ assignment: UserAssignment, _ key: String, _ issuer: String) async throws -> Set<SessionHandle> {
            let (url, _) = try await EarlierDatabase.make(owners: [], sessions: rows)
            let registry = PostgreSQLSessionRegistry(try database(url, assignment))
            let user = SessionUser(key: key, issuer: issuer, subject: "alice")
            let sessions = Set(try await registry.sessions(of: user, now: .distantPast).map(\.handle))
            guard assignment.tenant == nil else { return sessions }
            let ended = try await registry.endAll(
                .subject("alice", scope: "https://id.example", startedBy: .distantFuture))
            #expect(Set(ended.map(\.handle)) == Set(handles.prefix(2)))
            return sessions
        }
        #expect(try await found(Self.tenant, "oid https://t.example alice", "") == Set(handles))
        #expect(try await found(Self.issuer, "sub https://id.example alice", "") == Set(handles.prefix(2)))
        #expect(
            try await found(Self.issuer, "sub https://other.example alice", "https://other.example") == [handles[2]])
        #expect(try await found(Self.microsoft, "oid x y", "https://id.example") == [handles[1]])
    }

    @Test("Where the assignment fails nothing is changed and no call gets through, and a later try does all of it")
    func allOrNothing() async throws {
        let (url, connection) = try await EarlierDatabase.make(
            owners: ["alice"], sessions: [(SessionHandle(), "https://id.example", "alice")])
        try connection.run(
            """
            CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a fault'; END $$;
            CREATE TRIGGER fault BEFORE UPDATE ON latchkey_sessions FOR EACH ROW EXECUTE FUNCTION fault();
            """)
        let database = try database(url, Self.tenant)
        let store = PostgreSQLTaskStore(database)
        await #expect(throws: (any Error).self) {
            try await store.tasks(of: "oid https://t.example alice", completed: nil, limit: 9, after: nil)
        }
        let owners = try connection.query("SELECT owner FROM latchkey_tasks") { row throws(PostgreSQLStorageError) in
            try row.text(0)
        }
        #expect(owners == ["alice"])
        try connection.run("DROP TRIGGER fault ON latchkey_sessions")
        #expect(try await tasks("oid https://t.example alice", url, Self.tenant) == ["alice"])
    }

    @Test("Replicas that start at the same time assign each row once")
    func atOnce() async throws {
        let (url, _) = try await EarlierDatabase.make(owners: ["alice", "bob"])
        let found = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<4 { group.addTask { try await tasks("oid https://t.example alice", url, Self.tenant) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(found == Array(repeating: ["alice"], count: 4))
    }
}
