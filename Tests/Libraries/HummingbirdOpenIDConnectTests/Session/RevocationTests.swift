import HTTPTransport
import HTTPTypes
import Hummingbird
import Logging
import MisbehavingProvider
import NIOCore
import OpenIDConnect
import SessionStorage
import SiteTesting
import Synchronization
import TestSupport
import Testing

@testable import HummingbirdOpenIDConnect

/// Revocations at an authority that takes its time over them.
@Suite(.timeLimit(.minutes(1))) struct RevocationTests {
    /// Longer than a test may take.
    private static let timeout = Duration.seconds(600)

    /// An authority whose revocations wait at a gate, and then report whether they were cancelled.
    private func held(by gate: Gate) -> (authority: FakeAuthority, outcomes: AsyncStream<Bool>) {
        let (outcomes, continuation) = AsyncStream.makeStream(of: Bool.self)
        let authority = FakeAuthority(revocation: {
            await gate.pass()
            continuation.yield(Task.isCancelled)
            return TransportResponse(status: .ok)
        })
        return (authority, outcomes)
    }

    @Test("A sign-out waits for a revocation for a while only, which then continues") func signOut() async throws {
        let gate = Gate()
        let (authority, outcomes) = held(by: gate)
        let sample = try Sample(authority)
        let site = try sample.site(timeout: Self.timeout)
        let session = try await sample.signedIn()
        let head = HTTPRequest(method: .post, scheme: "http", authority: "localhost:3000", path: "/sign-out")
        let response = try await site.signOut(
            Request(head: head, body: RequestBody(buffer: ByteBuffer())), in: RequestSession(session, at: site),
            logger: .silent)
        #expect(response.status == .seeOther && authority.revoked == ["refresh-0"])
        gate.open()
        for await isCancelled in outcomes {
            #expect(!isCancelled)
            break
        }
    }

    @Test("A revocation is cancelled after the authority's timeout") func timeout() async throws {
        let (authority, _) = held(by: Gate())
        let sample = try Sample(authority)
        let site = try sample.site(timeout: .milliseconds(10))
        let tokens = SessionTokens(
            policy: nil, name: "Alice", accessToken: AccessToken("access-0", expires: nil as Int64?, margin: 0),
            refreshToken: "refresh-0", idToken: "head.body.tail")
        // Otherwise this call wouldn't return, because the gate stays closed.
        await site.rows.revoke(tokens, at: "main", before: .now + Self.timeout)
    }

    @Test("Revocations of sessions that end together share one timeout") func many() async throws {
        let gate = Gate()
        let arrivals = Mutex(0)
        let authority = FakeAuthority(revocation: {
            arrivals.withLock { $0 += 1 }
            await gate.pass()
            return TransportResponse(status: .ok)
        })
        let sample = try Sample(authority)
        let site = try sample.site(timeout: .milliseconds(500))
        var ended: [RemovedSession] = []
        for _ in 0..<40 {
            let session = try await sample.signedIn()
            let (tokens, _) = await site.rows.end(session.id, until: session.expiryDate)
            ended.append(
                RemovedSession(id: session.id, expires: session.expiryDate, tokens: try #require(tokens)))
        }
        await site.rows.revoke(ended)
        // Four are under way at once; with a timeout each, four more would follow, and so on.
        #expect(arrivals.withLock { $0 } <= 4)
    }

    @Test(
        "An authority that takes a minute over revocations holds no response",
        arguments: ["/sign-out", "/sessions/{name}/end", "/sessions/end-others"])
    func slowAuthority(path: String) async throws {
        try await TestSite.running { site in
            site.provider.change { $0.revocation = .slow(.seconds(60)) }
            let browser = try await site.signedIn()
            for _ in 0..<6 { _ = try await site.signedIn() }
            let names = try await browser.get("/sessions").text.split(separator: " ")
            let name = try #require(names.first { $0 != "this" })
            let start = ContinuousClock.now
            let response = try await browser.post(path.replacing("{name}", with: name))
            #expect([.ok, .seeOther].contains(response.status))
            // The authority's timeout is 30 seconds.
            #expect(ContinuousClock.now - start < .seconds(20))
            #expect(!site.provider.requests(at: .revocation).isEmpty)
        }
    }
}
