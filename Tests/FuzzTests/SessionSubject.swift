import OpenIDConnect
import SessionRegistry

@testable import TasksWeb

/// The bytes of a session: written again and read again it is the same session.
struct SessionSubject: FuzzSubject {
    private let users = (try? Authority("https://authority.example")).map(UserKeyRule.init)

    var seeds: [[UInt8]] {
        guard let handle = SessionHandle((0..<UInt8(SessionHandle.byteCount)).map { $0 }),
            let user = UserKey(kind: .subject, space: "https://authority.example", value: "alice")
        else { return [] }
        let whole = Session(
            handle: handle, generation: 3, issuer: "https://authority.example", subject: "alice", user: user,
            policy: "b2c_1_sign_in",
            name: "Alice Ä.", begun: 1_800_000_000, end: 1_800_040_000, lastUsed: 1_800_000_100, followsRefusal: true,
            accessToken: "head.body.tail", accessTokenExpiry: 1_800_003_000, refreshToken: "again",
            idToken: "head.body.tail",
            userInfo: "name=Alice")
        var sparse = whole
        sparse.policy = nil
        sparse.accessTokenExpiry = nil
        sparse.refreshToken = nil
        sparse.idToken = nil
        sparse.userInfo = nil
        return [whole.bytes, sparse.bytes]
    }

    func fault(in bytes: [UInt8]) -> String? {
        guard let users else { return "there is no rule for users" }
        guard let session = Session(bytes: bytes, users: users) else { return nil }
        return Session(bytes: session.bytes, users: users) == session
            ? nil : "a session is another after it was written"
    }
}
