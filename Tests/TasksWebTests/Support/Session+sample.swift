import OpenIDConnect
import SessionRegistry

@testable import TasksWeb

extension Session {
    /// Alice's session, with all that a session can have.
    static func sample(_ change: (inout Session) -> Void = { _ in }) -> Session {
        var session = Session(
            handle: SessionHandle(), generation: 3, issuer: FakeAuthority.issuer, subject: "alice",
            user: .sample("alice"),
            policy: "b2c_1_sign_in",
            name: "Alice Ä. 🗝",
            begun: TestClock.start - 100, end: TestClock.start + 40_000, lastUsed: TestClock.start - 10,
            followsRefusal: true,
            accessToken: "access-0", accessTokenExpiry: TestClock.start + 3000, refreshToken: "refresh-0",
            idToken: "head.body.tail",
            userInfo: "name=Alice")
        change(&session)
        return session
    }

    /// A session with nothing that it can do without.
    static func sparse(_ change: (inout Session) -> Void = { _ in }) -> Session {
        sample { session in
            session.policy = nil
            session.followsRefusal = false
            session.accessTokenExpiry = nil
            session.refreshToken = nil
            session.idToken = nil
            session.userInfo = nil
            change(&session)
        }
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

extension UserKeyRule {
    /// The rule of the tests' authority.
    static func test() throws -> UserKeyRule { UserKeyRule(try Authority(FakeAuthority.issuer)) }
}
