import FoundationEssentials
import HTTPTransport
import HTTPTypes
import OpenIDConnect
import SessionStorage
import TestSupport
import Testing

@testable import HummingbirdOpenIDConnect

/// Replicas that share a store and an authority.
@Suite struct RefreshLeaseTests {
    @Test("Replicas that meet the same token at once refresh once, and all have the result") func once() async throws {
        let sample = try Sample(.slow())
        let session = try await sample.signedIn()
        let tokens = try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                let refresher = try sample.site().refresher
                for _ in 0..<5 {
                    group.addTask { try await refresher.refresh(session, unusable: "access-0").tokens.accessToken.text }
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(tokens == ["access-1"] && sample.authority.consumed == ["refresh-0"])
    }

    @Test("While a dead replica's lease lasts no replica refreshes; then one of the others does") func deadOwner()
        async throws
    {
        let sample = try Sample()
        let session = try await sample.signedIn()
        let lease: Int64 = 12
        let claim = await sample.store.acquireLease(
            of: session.id, replacing: 0, by: [1], until: Date(seconds: sample.now + lease),
            now: Date(seconds: sample.now))
        #expect(claim == .acquired)
        let store = SwitchableSessionStore(sample.store)
        let refreshers = try (0..<2).map { _ in try sample.site(store).refresher }
        try await withThrowingTaskGroup { group in
            for refresher in refreshers {
                group.addTask { try await refresher.refresh(session, unusable: "access-0").tokens.accessToken.text }
            }
            try await store.wait(for: .acquireLease, times: 4)
            sample.advance(by: lease - 1)
            try await store.wait(for: .acquireLease, times: 8)
            #expect(sample.authority.consumed.isEmpty)
            sample.advance(by: 1)
            for try await token in group { #expect(token == "access-1") }
        }
        #expect(sample.authority.consumed == ["refresh-0"])
    }

    @Test("A replica whose refresh failed releases its lease at once") func failure() async throws {
        let sample = try Sample(FakeAuthority { _ in throw TransportError(.unreachable, "test") })
        let session = try await sample.signedIn()
        for _ in 0..<2 {
            await #expect(throws: SessionRowError.self) {
                try await sample.site().refresher.refresh(session, unusable: "access-0")
            }
            #expect(await sample.store.tokens(of: session.id)?.leasedUntil == nil)
        }
        #expect(sample.authority.consumed == ["refresh-0", "refresh-0"])
    }

    @Test(
        "A lease lasts for the authority's timeout and two seconds, and is renewed while the refresh takes longer",
        .timeLimit(.minutes(1)))
    func renewal() async throws {
        let gate = Gate()
        let sample = try Sample(.held(by: gate))
        let session = try await sample.signedIn()
        let store = SwitchableSessionStore(sample.store)
        let site = try sample.site(store)
        let refresh = Task { try await site.refresher.refresh(session, unusable: "access-0") }
        await gate.waitForArrival()
        #expect(await sample.store.tokens(of: session.id)?.leasedUntil == Date(seconds: Sample.start + 12))
        sample.advance(by: 5)
        try await store.wait(for: .acquireLease)
        // The call has started, and the store carries it out any moment.
        while await sample.store.tokens(of: session.id)?.leasedUntil != Date(seconds: Sample.start + 17) {
            try Task.checkCancellation()
        }
        gate.open()
        _ = try await refresh.value
    }

    @Test("A replica that was refused ends the session for those that wait") func refused() async throws {
        let sample = try Sample(.slow(.json(#"{"error": "invalid_grant"}"#, status: .badRequest)))
        let session = try await sample.signedIn()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    await #expect(throws: SessionRowError.self) {
                        try await sample.site().refresher.refresh(session, unusable: "access-0")
                    }
                }
            }
        }
        #expect(sample.authority.consumed == ["refresh-0"])
    }

    @Test("Ending a session waits for no refresh at another replica, which revokes what it gets") func endedFirst()
        async throws
    {
        let gate = Gate()
        let sample = try Sample(.held(by: gate))
        let session = try await sample.signedIn()
        let other = try sample.site()
        let refresh = Task { try await other.refresher.refresh(session, unusable: "access-0") }
        await gate.waitForArrival()
        let ended = try await sample.site().rows.end(session.id, until: session.expiryDate)
        #expect(ended.place == .store && sample.authority.revoked.isEmpty)
        #expect(await sample.store.endings(after: 0, now: .distantPast).map(\.id) == [session.id])
        gate.open()
        await #expect(throws: SessionRowError.self) { try await refresh.value }
        #expect(sample.authority.revoked == ["refresh-1"])
    }

    @Test("Ending a session returns the tokens of a refresh that another replica has stored") func endedAfter()
        async throws
    {
        let sample = try Sample()
        let session = try await sample.signedIn()
        let tokens = try await sample.site().refresher.refresh(session, unusable: "access-0").tokens
        let site = try sample.site()
        let ended = await site.rows.end(session.id, until: session.expiryDate)
        #expect(ended.tokens.flatMap { site.rows.seal.open($0, of: session.id, now: sample.now) } == tokens)
    }

    @Test("A change of claims at one replica waits for a refresh at another, and undoes nothing") func update()
        async throws
    {
        let sample = try Sample(.slow())
        let session = try await sample.signedIn()
        async let refreshed = sample.site().refresher.refresh(session, unusable: "access-0").tokens
        while sample.authority.consumed.isEmpty { await Task.yield() }
        let changed = try await sample.site().refresher.update(session) { $0.name = "Alicia" }
        #expect(changed.name == "Alicia" && changed.accessToken.text == "access-1")
        #expect(try await refreshed.accessToken == changed.accessToken)
        #expect(await sample.store.tokens(of: session.id)?.counter == 2)
    }

    @Test("A replica that was taken for dead takes the tokens that another has stored meanwhile") func superseded()
        async throws
    {
        let gate = Gate()
        let sample = try Sample(
            FakeAuthority { form in
                guard form[single: "refresh_token"] == "refresh-0" else { return .json("{}", status: .badRequest) }
                await gate.pass()
                return .json(#"{"error": "invalid_grant"}"#, status: .badRequest)
            })
        let session = try await sample.signedIn()
        let slow = try sample.site()
        let refresh = Task { try await slow.refresher.refresh(session, unusable: "access-0").tokens }
        await gate.waitForArrival()
        var tokens = try #require(try await sample.stored(session))
        tokens.accessToken = AccessToken("access-9", expires: nil, margin: 0)
        let sealed = try slow.rows.seal.seal(tokens, of: session.id, authority: "main", expires: session.expires)
        #expect(await sample.store.replaceTokens(of: session.id, with: sealed, replacing: 0))
        gate.open()
        #expect(try await refresh.value == tokens)
        #expect(!slow.cache.ended.contains(session.id))
    }
}
