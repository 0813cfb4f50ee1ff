import FoundationEssentials
import SessionRegistry
import StorageTestSupport
import Testing

@Suite struct PersonSessionsTests {
    private let now = Date(timeIntervalSince1970: 1_769_860_800)

    private func record(
        _ subject: String, tenant: String = "https://login.example", issuer: String = "https://login.example",
        sid: String? = nil,
        begun: TimeInterval = 0, lasting: TimeInterval = 3600, isEarlier: Bool = false
    ) -> SessionRecord {
        SessionRecord(
            handle: SessionHandle(), user: isEarlier ? nil : "sub \(tenant) \(subject)",
            scope: isEarlier ? nil : tenant, issuer: issuer,
            subject: subject, providerSession: sid, begun: now + begun, browser: "Browser/1", lastSeen: now + begun,
            end: now + begun + lasting)
    }

    private func user(_ subject: String) -> SessionUser {
        SessionUser(key: "sub https://login.example \(subject)", issuer: "https://login.example", subject: subject)
    }

    private func register(_ records: [SessionRecord], in kind: StorageKind) async throws -> (
        any SessionRegistry, TemporaryFolder?
    ) {
        let (registry, folder) = try await kind.makeRegistry()
        for record in records { try await registry.begin(record, replacing: nil) }
        return (registry, folder)
    }

    @Test(
        "A user's sessions are listed newest first, without another's, the ended and those that are over",
        arguments: StorageKind.allCases
    )
    func listing(kind: StorageKind) async throws {
        let (first, second) = (
            record("alice"), record("alice", issuer: "https://login.example/sign-up", sid: "s", begun: 10)
        )
        let (ended, over) = (record("alice", begun: 20), record("alice", begun: -100, lasting: 100))
        let others = [record("bob"), record("alice", tenant: "https://other.example"), record("Alice")]
        let (registry, folder) = try await register([first, second, ended, over] + others, in: kind)
        try await registry.end(ended.handle, until: ended.end)
        #expect(try await registry.sessions(of: user("alice"), now: now) == [second, first])
        _ = folder
    }

    @Test("The last use is noted, and of a session that has ended nothing", arguments: StorageKind.allCases)
    func lastUse(kind: StorageKind) async throws {
        var (used, other) = (record("alice", begun: 1), record("alice"))
        let ended = record("alice")
        let (registry, folder) = try await register([used, other, ended], in: kind)
        try await registry.end(ended.handle, until: ended.end)
        for handle in [used.handle, ended.handle, SessionHandle()] {
            try await registry.noteUse(of: handle, at: now + 300)
        }
        used.lastSeen = now + 300
        other.lastSeen = now
        #expect(try await registry.sessions(of: user("alice"), now: now) == [used, other])
        _ = folder
    }

    @Test("Logout by sid ends the issuer's sessions of that sid and no others", arguments: StorageKind.allCases)
    func logoutBySession(kind: StorageKind) async throws {
        let meant = [record("alice", sid: "s"), record("alice", sid: "s", begun: 5)]
        let others = [
            record("alice", sid: "t"), record("alice"), record("alice", issuer: "https://other.example", sid: "s"),
        ]
        let (registry, folder) = try await register(meant + others, in: kind)
        let endings = try await registry.endAll(.providerSession("s", issuer: "https://login.example"))
        #expect(Set(endings.map(\.handle)) == Set(meant.map(\.handle)))
        #expect(Set(endings.map(\.until)) == Set(meant.map(\.end)))
        #expect(try await registry.endings(after: 0, now: now) == endings.sorted { $0.sequence < $1.sequence })
        #expect(try await registry.endAll(.providerSession("s", issuer: "https://login.example")).isEmpty)
        #expect(try await registry.sessions(of: user("alice"), now: now).count == 3)
        _ = folder
    }

    @Test(
        "Logout by sub ends the tenant's sessions of that sub up to a moment, whatever their issuer is",
        arguments: StorageKind.allCases)
    func logoutBySubject(kind: StorageKind) async throws {
        let (early, exact, late) = (
            record("alice", issuer: "https://login.example/a", begun: -9), record("alice"), record("alice", begun: 1)
        )
        let others = [record("bob"), record("alice", tenant: "https://other.example"), record("Alice")]
        let (registry, folder) = try await register([early, exact, late] + others, in: kind)
        let endings = try await registry.endAll(.subject("alice", scope: "https://login.example", startedBy: now))
        #expect(Set(endings.map(\.handle)) == [early.handle, exact.handle])
        #expect(try await registry.sessions(of: user("alice"), now: now) == [late])
        #expect(
            try await registry.endAll(.subject("alice", scope: "https://login.example", startedBy: now + 9)).count == 1)
        #expect(try await registry.endAll(.subject("alice", scope: "https://login", startedBy: now + 9)).isEmpty)
        #expect(try await registry.endAll(.subject("alice", scope: "https://other.example", startedBy: now)).count == 1)
        #expect(try await registry.sessions(of: user("bob"), now: now).count == 1)
        _ = folder
    }

    @Test(
        "All of a user's sessions end but for one, also those that a fast clock has started",
        arguments: StorageKind.allCases)
    func endingOthers(kind: StorageKind) async throws {
        let (early, late, spared) = (
            record("alice", issuer: "https://login.example/a"), record("alice", begun: 1e9), record("alice", begun: 2e9)
        )
        let others = [record("bob"), record("alice", tenant: "https://other.example")]
        let (registry, folder) = try await register([early, late, spared] + others, in: kind)
        let endings = try await registry.endAll(.user(user("alice"), except: spared.handle))
        #expect(Set(endings.map(\.handle)) == [early.handle, late.handle])
        #expect(try await registry.sessions(of: user("alice"), now: now) == [spared])
        #expect(try await registry.endAll(.user(user("alice"))).map(\.handle) == [spared.handle])
        #expect(try await registry.sessions(of: user("bob"), now: now).count == 1)
        _ = folder
    }

    @Test(
        "A row without a key is the user's whose ID token has its issuer and sub; one with a key is the key's",
        arguments: StorageKind.allCases)
    func earlierVersion(kind: StorageKind) async throws {
        let (earlier, current) = (record("alice", isEarlier: true), record("alice", begun: 1))
        let others = [
            record("alice", issuer: "https://other.example", isEarlier: true), record("bob", isEarlier: true),
            // The same issuer and `sub`, but the key of somebody else.
            record("alice", tenant: "https://other.example"),
        ]
        let (registry, folder) = try await register([earlier, current] + others, in: kind)
        #expect(try await registry.sessions(of: user("alice"), now: now) == [current, earlier])
        #expect(
            try await registry.endAll(.user(user("alice"), except: current.handle)).map(\.handle) == [earlier.handle])
        _ = folder
    }

    @Test("Users that only look alike are two", arguments: StorageKind.allCases)
    func lookalikes(kind: StorageKind) async throws {
        let (composed, decomposed) = (record("caf\u{E9}"), record("cafe\u{301}"))
        let (registry, folder) = try await register([composed, decomposed], in: kind)
        #expect(try await registry.sessions(of: user("caf\u{E9}"), now: now).map(\.handle) == [composed.handle])
        #expect(
            try await registry.endAll(.subject("cafe\u{301}", scope: "https://login.example", startedBy: now)).map(
                \.handle)
                == [decomposed.handle])
        _ = folder
    }

    @Test(
        "A value that is spent with a logout ends the sessions once, and spent before ends none",
        arguments: StorageKind.allCases)
    func logoutOnce(kind: StorageKind) async throws {
        let (alice, bob) = (record("alice", sid: "s"), record("bob"))
        let (registry, folder) = try await register([alice, bob], in: kind)
        let group = SessionGroup.providerSession("s", issuer: alice.issuer)
        #expect(try await registry.endAll(group, spending: [1], until: now + 60)?.map(\.handle) == [alice.handle])
        #expect(try await registry.endings(after: 0, now: now).map(\.handle) == [alice.handle])
        let everybodyOfBob = SessionGroup.user(user("bob"))
        #expect(try await registry.endAll(everybodyOfBob, spending: [1], until: now + 60) == nil)
        #expect(try await !registry.spend([1], until: now + 60))
        #expect(try await registry.sessions(of: user("bob"), now: now) == [bob])
        // It is spent where there is nothing to end, too.
        #expect(try await registry.endAll(group, spending: [2], until: now + 60) == [])
        #expect(try await registry.endAll(group, spending: [2], until: now + 60) == nil)
        #expect(try await registry.endAll(everybodyOfBob, spending: [3], until: now + 60)?.count == 1)
        _ = folder
    }

    @Test("Of many logouts by the same value at once one ends the sessions", arguments: StorageKind.allCases)
    func logoutAtOnce(kind: StorageKind) async throws {
        let alice = record("alice", sid: "s")
        let (registry, folder) = try await register([alice], in: kind)
        let until = now + 60
        let endings = try await withThrowingTaskGroup(of: [EndedSession]?.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await registry.endAll(.providerSession("s", issuer: alice.issuer), spending: [1], until: until)
                }
            }
            return try await group.compactMap(\.self).reduce(into: []) { $0.append($1) }
        }
        #expect(endings.map { $0.map(\.handle) } == [[alice.handle]])
        _ = folder
    }

    /// A subject that no database can keep is what fails here, once the value has been written.
    @Test("Where ending fails the value is not spent", arguments: StorageKind.allCases.filter { $0 != .memory })
    func failedLogout(kind: StorageKind) async throws {
        let (registry, folder) = try await register([], in: kind)
        let group = SessionGroup.user(user("a\0"))
        await #expect(throws: (any Error).self) { try await registry.endAll(group, spending: [1], until: now + 60) }
        #expect(try await registry.spend([1], until: now + 60))
        _ = folder
    }

    @Test("What was typed is kept under its name, taken once, and gone in time", arguments: StorageKind.allCases)
    func kept(kind: StorageKind) async throws {
        let (registry, folder) = try await kind.makeRegistry()
        for (name, seconds) in [([1], 60), ([2], 60), ([3], 10)] as [([UInt8], TimeInterval)] {
            try await registry.keep([9] + name, as: name, until: now + seconds)
        }
        #expect(try await registry.kept([1], now: now) == [9, 1])
        #expect(try await registry.kept([4], now: now) == nil)
        #expect(try await registry.takeKept([1], now: now) == [9, 1])
        #expect(try await registry.takeKept([1], now: now) == nil)
        #expect(try await registry.kept([1], now: now) == nil)
        #expect(try await registry.kept([3], now: now + 10) == nil)
        #expect(try await registry.takeKept([3], now: now + 10) == nil)
        try await registry.removeExpired(now: now + 10)
        #expect(try await registry.takeKept([2], now: now + 10) == [9, 2])
        _ = folder
    }
}
