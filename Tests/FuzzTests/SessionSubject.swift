import OpenIDConnect
import SessionStorage

@testable import HummingbirdOpenIDConnect

/// The bytes of a session: written again and read again it is the same session.
struct SessionSubject: FuzzSubject {
    var seeds: [[UInt8]] {
        guard let id = SessionID((0..<UInt8(SessionID.byteCount)).map { $0 }),
            let user = UserKey(kind: .subject, space: "https://authority.example", value: "alice")
        else { return [] }
        func session(_ policy: String?, _ expires: Int64?) -> Session {
            Session(
                id: id, authority: "main", policy: policy,
                identity: Identity(issuer: "https://authority.example", subject: "alice"), user: user, name: "Alice Ä.",
                started: 1_800_000_000, expires: 1_800_040_000, lastUsed: 1_800_000_100, cause: .refusedAccessToken,
                accessToken: AccessToken("head.body.tail", expires: expires, margin: 60))
        }
        return [session("b2c_1_sign_in", 1_800_003_000).bytes, session(nil, nil).bytes]
    }

    func fault(in bytes: [UInt8]) -> String? {
        guard let session = Session(bytes: bytes) else { return nil }
        return Session(bytes: session.bytes) == session ? nil : "a session is another after it was written"
    }
}
