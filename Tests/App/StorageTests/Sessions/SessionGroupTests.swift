import FoundationEssentials
import SessionStorage
import Testing

@Suite(.timeLimit(.minutes(2))) struct SessionGroupTests {
    private let now = SessionRecord.now
    private let alice = "sub https://login.example alice"

    /// Runs a body with a store that has these sessions; a session's tokens are the bytes of its id.
    private func withSessions(
        _ records: [SessionRecord], in kind: StorageKind, _ body: (any SessionStore) async throws -> Void
    ) async throws {
        try await kind.withSessionStore { store in
            for record in records { try await store.insert(record, tokens: record.id.bytes, replacing: nil) }
            try await body(store)
        }
    }

    @Test(
        "A user's sessions are listed last used first, without another's, the ended and the expired",
        arguments: StorageKind.allCases)
    func listing(kind: StorageKind) async throws {
        let first = SessionRecord.sample()
        let second = SessionRecord.sample(issuer: "https://login.example/sign-up", sid: "s", started: 10)
        let (ended, expired) = (SessionRecord.sample(started: 20), SessionRecord.sample(started: -100, lasting: 100))
        let others: [SessionRecord] = [.sample("bob"), .sample(tenant: "https://other.example"), .sample("Alice")]
        try await withSessions([first, second, ended, expired] + others, in: kind) { store in
            _ = try await store.end(ended.id, until: ended.expires)
            #expect(try await store.sessions(of: alice, now: now) == [second, first])
        }
    }

    @Test("The last uses of sessions are stored, but not of one that has ended", arguments: StorageKind.allCases)
    func lastUses(kind: StorageKind) async throws {
        var (used, other, ended) = (SessionRecord.sample(started: 1), SessionRecord.sample(), SessionRecord.sample())
        try await withSessions([used, other, ended], in: kind) { store in
            _ = try await store.end(ended.id, until: ended.expires)
            try await store.noteUses([used.id: now + 300, ended.id: now + 300, SessionID(): now + 300])
            try await store.noteUses([:])
            used.lastUsed = now + 300
            (other.lastUsed, ended.lastUsed) = (now, now)
            #expect(try await store.sessions(of: alice, now: now) == [used, other])
        }
    }

    @Test(
        "A session ends by the sid of its newest ID token, and by that of the sign-in still",
        arguments: StorageKind.allCases)
    func refreshedSession(kind: StorageKind) async throws {
        let (both, first, none): (SessionRecord, SessionRecord, SessionRecord) = (
            .sample(sid: "s1"), .sample(sid: "s2"), .sample()
        )
        let other = SessionRecord.sample(issuer: "https://other.example", sid: "s1")
        try await withSessions([both, first, none, other], in: kind) { store in
            for (record, sid) in [(both, "t1"), (first, "t2"), (none, "t3")] {
                for (counter, sid) in [(0, sid), (1, record.providerSession), (2, nil)] as [(Int64, String?)] {
                    let isStored = try await store.replaceTokens(
                        of: record.id, with: record.id.bytes, replacing: counter, providerSession: sid)
                    #expect(isStored)
                }
            }
            func end(_ sid: String, authority: String? = "main") async throws -> [SessionID] {
                try await store.endAll(
                    .providerSession(sid, issuer: "https://login.example", authority: authority)
                ).map(\.id)
            }
            #expect(try await end("t1", authority: "other") == [])
            #expect(try await end("t1") == [both.id])
            #expect(try await end("s1", authority: nil) == [])
            #expect(try await end("s2", authority: nil) == [first.id])
            #expect(try await end("t2") == [])
            #expect(try await end("t3", authority: nil) == [none.id])
            #expect(try await store.tokens(of: other.id) != nil)
        }
    }

    @Test("Logout by sid ends the issuer's sessions of that sid and no others", arguments: StorageKind.allCases)
    func logoutBySession(kind: StorageKind) async throws {
        let meant: [SessionRecord] = [.sample(sid: "s"), .sample(sid: "s", started: 5)]
        let others: [SessionRecord] = [
            .sample(sid: "t"), .sample(), .sample(issuer: "https://other.example", sid: "s"),
        ]
        try await withSessions(meant + others, in: kind) { store in
            let group = SessionGroup.providerSession("s", issuer: "https://login.example", authority: nil)
            let ended = try await store.endAll(group)
            #expect(Set(ended.map(\.id)) == Set(meant.map(\.id)))
            #expect(Set(ended.map(\.expires)) == Set(meant.map(\.expires)))
            for session in ended { #expect(session.tokens.sealed == session.id.bytes) }
            let listed = try await store.endings(after: 0, now: now)
            #expect(Set(listed.map(\.id)) == Set(meant.map(\.id)) && listed.count == 2)
            #expect(Set(listed.map(\.expires)) == Set(meant.map(\.expires)))
            #expect(try await store.endAll(group).isEmpty)
            #expect(try await store.sessions(of: alice, now: now).count == 3)
        }
    }

    @Test(
        "Logout by sub ends the tenant's sessions of that sub up to a moment, whatever their issuer is",
        arguments: StorageKind.allCases)
    func logoutBySubject(kind: StorageKind) async throws {
        let early = SessionRecord.sample(issuer: "https://login.example/a", started: -9)
        let (exact, late) = (SessionRecord.sample(), SessionRecord.sample(started: 1))
        let others: [SessionRecord] = [.sample("bob"), .sample(tenant: "https://other.example"), .sample("Alice")]
        try await withSessions([early, exact, late] + others, in: kind) { store async throws in
            func end(_ scope: String, by date: Date) async throws -> Set<SessionID> {
                Set(
                    try await store.endAll(.subject("alice", scope: scope, authority: "main", startedBy: date)).map(
                        \.id))
            }
            #expect(try await end("https://login.example", by: now) == [early.id, exact.id])
            #expect(try await store.sessions(of: alice, now: now) == [late])
            #expect(try await end("https://login.example", by: now + 9) == [late.id])
            #expect(try await end("https://login", by: now + 9).isEmpty)
            #expect(try await end("https://other.example", by: now) == [others[1].id])
            #expect(try await store.sessions(of: others[0].user, now: now).count == 1)
        }
    }

    @Test("Logout by one authority ends no session of another with the same issuer", arguments: StorageKind.allCases)
    func logoutByAuthority(kind: StorageKind) async throws {
        let (main, other) = (SessionRecord.sample(sid: "s"), SessionRecord.sample(sid: "s", authority: "other"))
        for group in [
            SessionGroup.providerSession("s", issuer: main.issuer, authority: "other"),
            .subject("alice", scope: main.scope, authority: "other", startedBy: now),
        ] {
            try await withSessions([main, other], in: kind) { store async throws in
                #expect(try await store.endAll(group).map(\.id) == [other.id])
                #expect(try await store.sessions(of: alice, now: now).map(\.id) == [main.id])
            }
        }
        try await withSessions([main, other], in: kind) { store async throws in
            let any = SessionGroup.providerSession("s", issuer: main.issuer, authority: nil)
            #expect(Set(try await store.endAll(any).map(\.id)) == [main.id, other.id])
        }
    }

    @Test(
        "All of a user's sessions end but for one, also those that a fast clock has started",
        arguments: StorageKind.allCases)
    func endingOthers(kind: StorageKind) async throws {
        let early = SessionRecord.sample(issuer: "https://login.example/a")
        let (late, exception) = (SessionRecord.sample(started: 1e9), SessionRecord.sample(started: 2e9))
        let others: [SessionRecord] = [.sample("bob"), .sample(tenant: "https://other.example")]
        try await withSessions([early, late, exception] + others, in: kind) { store in
            let ended = try await store.endAll(.user(alice, except: exception.id))
            #expect(Set(ended.map(\.id)) == [early.id, late.id])
            #expect(try await store.sessions(of: alice, now: now) == [exception])
            #expect(try await store.endAll(.user(alice, except: nil)).map(\.id) == [exception.id])
            #expect(try await store.sessions(of: others[0].user, now: now).count == 1)
        }
    }

    @Test("Users whose keys only look alike are two", arguments: StorageKind.allCases)
    func lookalikes(kind: StorageKind) async throws {
        let (composed, decomposed) = (SessionRecord.sample("caf\u{E9}"), SessionRecord.sample("cafe\u{301}"))
        try await withSessions([composed, decomposed], in: kind) { store async throws in
            #expect(try await store.sessions(of: composed.user, now: now).map(\.id) == [composed.id])
            let group = SessionGroup.subject(
                "cafe\u{301}", scope: "https://login.example", authority: "main", startedBy: now)
            #expect(try await store.endAll(group).map(\.id) == [decomposed.id])
        }
    }

    @Test("A one-time value that was consumed before ends no session", arguments: StorageKind.allCases)
    func repeatedLogout(kind: StorageKind) async throws {
        let sessions: [SessionRecord] = [.sample(sid: "s"), .sample(sid: "t")]
        try await withSessions(sessions, in: kind) { store async throws in
            func end(_ sid: String, _ value: [UInt8]) async throws -> [SessionID]? {
                let group = SessionGroup.providerSession(sid, issuer: "https://login.example", authority: nil)
                return try await store.endAll(
                    group, limit: 9, consuming: OneTimeValue(value, expires: now + 60))?.map(\.id)
            }
            #expect(try await end("s", [1]) == [sessions[0].id])
            #expect(try await end("t", [1]) == nil)
            #expect(try await store.sessions(of: alice, now: now).map(\.id) == [sessions[1].id])
            #expect(try await !store.consume(OneTimeValue([1], expires: now + 60)))
            #expect(try await end("t", [2]) == [sessions[1].id])
            #expect(try await end("t", [3]) == [])
        }
    }

    @Test("Of many logouts at once with the same one-time value one ends the sessions", arguments: StorageKind.allCases)
    func logoutAtOnce(kind: StorageKind) async throws {
        let session = SessionRecord.sample(sid: "s")
        try await withSessions([session], in: kind) { store in
            let value = OneTimeValue([1], expires: now + 60)
            let ended = try await withThrowingTaskGroup(of: [RemovedSession]?.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await store.endAll(
                            .providerSession("s", issuer: session.issuer, authority: nil), limit: 9, consuming: value)
                    }
                }
                return try await group.compactMap(\.self).reduce(into: []) { $0.append($1) }
            }
            #expect(ended.map { $0.map(\.id) } == [[session.id]])
        }
    }

    /// A user that no database can store is what fails here, once the value has been written.
    @Test("If the ending of sessions fails, the one-time value is not consumed", arguments: StorageKind.shared)
    func failedLogout(kind: StorageKind) async throws {
        try await kind.withSessionStore { store async throws in
            let value = OneTimeValue([1], expires: now + 60)
            await #expect(throws: (any Error).self) {
                try await store.endAll(.user("a\0", except: nil), limit: 9, consuming: value)
            }
            #expect(try await store.consume(value))
        }
    }
}
