import SessionRegistry

@testable import TasksWeb

/// The bytes of a session: written again and read again it is the same session.
struct SessionSubject: FuzzSubject {
    var seeds: [[UInt8]] {
        guard let handle = SessionHandle((0..<UInt8(SessionHandle.byteCount)).map { $0 }) else { return [] }
        let whole = Session(
            handle: handle, generation: 3, issuer: "https://authority.example", subject: "alice", policy: "b2c_1_sign_in",
            name: "Alice Ä.", begun: 1_800_000_000, end: 1_800_040_000, lastUsed: 1_800_000_100, followsRefusal: true,
            accessToken: "head.body.tail", accessTokenExpiry: 1_800_003_000, refreshToken: "again", idToken: "head.body.tail",
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
        guard let session = Session(bytes: bytes) else { return nil }
        return Session(bytes: session.bytes) == session ? nil : "a session is another after it was written"
    }
}
