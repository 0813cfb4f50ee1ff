import FoundationEssentials
import Logging
import OpenIDConnect
import SealedCookies
import SessionStorage
import SiteTesting
import TestSupport

@testable import HummingbirdOpenIDConnect

/// The parts of a site without sockets, on a clock that stands still; each ``site(_:cache:codec:)`` is a replica.
final class Sample: Sendable {
    let authority: FakeAuthority
    let store = MemorySessionStore()
    let codec: SealedCookieCodec
    let clock = TestClock()

    init(_ authority: FakeAuthority = FakeAuthority()) throws {
        self.authority = authority
        codec = try .sample()
    }

    var now: Int64 { clock.seconds }

    /// A process of the site.
    func site(
        _ store: (any SessionStore)? = nil, cache: SessionCache = SessionCache(), codec: SealedCookieCodec? = nil,
        options: SignInOptions = SignInOptions(), timeout: Duration = .seconds(10)
    ) throws -> WebSignIn {
        try WebSignIn(
            authorities: [SignInAuthority(relyingParty: try authority.relyingParty(timeout: timeout) { self.now })],
            codec: codec ?? self.codec, store: store ?? self.store, cache: cache, options: options,
            logger: .silent, now: { [clock] in clock.now })
    }

    /// A session whose row is in the store.
    func signedIn(
        _ session: Session = .sample(), refreshToken: String? = "refresh-0", idToken: String = "head.body.tail"
    ) async throws -> Session {
        let tokens = SessionTokens(
            policy: session.policy, name: session.name, accessToken: session.accessToken, refreshToken: refreshToken,
            idToken: idToken)
        let sealed = try site().rows.seal.seal(
            tokens, of: session.id, authority: session.authority, expires: session.expires)
        _ = try await store.insert(session.record, tokens: sealed, replacing: nil)
        return session
    }

    /// The tokens in the store's row.
    func stored(_ session: Session) async throws -> SessionTokens? {
        try await store.tokens(of: session.id).flatMap { try site().rows.seal.open($0, of: session.id, now: now) }
    }
}

extension SessionCache {
    /// A cache whose store has responded for a while, and will for minutes.
    static func steady() -> SessionCache {
        let cache = SessionCache()
        let now = ContinuousClock.now
        for seconds in stride(from: -8, through: 300, by: 2) {
            cache.contact.noteResponse(at: now + .seconds(seconds))
        }
        return cache
    }
}

extension Session {
    /// Alice's session, with all that a session can have.
    static func sample(
        name: String = "Alice Ä. 🗝", policy: String? = nil, user: UserKey = .sample("alice"),
        issuer: String = FakeAuthority.issuer, started: Int64 = TestClock.start - 100, cause: Cause = .user,
        token: AccessToken = AccessToken("access-0", expires: TestClock.start + 3000 as Int64?, margin: 60)
    ) -> Session {
        Session(
            id: SessionID(), authority: "main", policy: policy, identity: Identity(issuer: issuer, subject: user.value),
            user: user, name: name, started: started, expires: TestClock.start + 40_000, lastUsed: TestClock.start - 10,
            cause: cause, accessToken: token)
    }

    /// A session with all that a sign-in may leave in it.
    static var bound: Session {
        Session(
            id: SessionID(), authority: "main", policy: nil,
            identity: Identity(issuer: "https://id.example", subject: "a"),
            user: .sample("a"), name: "Ann", started: TestClock.start - 100, expires: TestClock.start + 40_000,
            lastUsed: TestClock.start - 10, authenticated: TestClock.start - 300, contextClass: "urn:mace:silver",
            stepUp: StepUpMark(number: -7), binding: .bound,
            accessToken: AccessToken("access-0", expires: TestClock.start + 3000, margin: 60))
    }

    /// A session whose access token lasts so many seconds more.
    static func expiring(in seconds: Int64, cause: Cause = .user) -> Session {
        sample(cause: cause, token: AccessToken("access-0", expires: TestClock.start + seconds, margin: 60))
    }

    /// A session whose access token has no expiry from the authority.
    static func sparse(cause: Cause = .user, started: Int64 = TestClock.start - 100) -> Session {
        sample(started: started, cause: cause, token: AccessToken("access-0", expires: nil as Int64?, margin: 0))
    }

    var record: SessionRecord {
        SessionRecord(
            id: self.id, user: self.user.text, scope: self.identity.issuer, issuer: self.identity.issuer,
            subject: self.identity.subject, providerSession: nil, authority: self.authority,
            started: Date(seconds: self.started), expires: expiryDate, lastUsed: Date(seconds: self.lastUsed),
            browser: "")
    }
}

extension UserKey {
    /// A user of the tests' authority.
    static func sample(_ subject: String, issuer: String = FakeAuthority.issuer) -> UserKey {
        guard let key = UserKey(kind: .subject, space: issuer, value: subject) else {
            preconditionFailure("no subject: \(subject)")
        }
        return key
    }
}
