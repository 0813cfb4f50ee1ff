import Encodings
import OpenIDConnect
import SealedCookies
import SessionRegistry
import TestSupport
import Testing

@testable import TasksWeb

@Suite struct SessionBytesTests {
    private let users: UserKeyRule

    init() throws {
        users = try .test()
    }

    /// A session's bytes as the version before wrote them, without the user's key and the token's life.
    private func earlier(_ session: Session) -> [UInt8] {
        // The kind, that space and value are issuer and subject, and the life of the access token.
        [2] + session.bytes.dropFirst().dropLast(11)
    }

    @Test(
        "A session of the version before goes on, with the user's key from its ID token, else from issuer and subject")
    func earlierLayout() throws {
        let sparse = Session.sparse()
        #expect(Session(bytes: earlier(sparse), users: users) == sparse)
        #expect(Session(bytes: earlier(.sample { $0.idToken = "unreadable" }), users: users)?.user == .sample("alice"))
        let claims = #"{"iss":"\#(FakeAuthority.issuer)","sub":"alice","oid":"o-1"}"#
        let session = Session.sample { $0.idToken = "e30.\(Base64URL.encode(Array(claims.utf8))).e30" }
        #expect(Session(bytes: earlier(session), users: users) == session)
        let tenant = UserKeyRule(try Authority("https://t.example/t/{policy}", usesPolicies: true))
        #expect(Session(bytes: earlier(session), users: tenant)?.user.text == "oid https://t.example/t o-1")
        #expect(Session(bytes: earlier(.sparse()), users: tenant)?.user.text == "oid https://t.example/t alice")
        #expect(Session(bytes: earlier(.sparse()) + [0], users: users) == nil)
    }

    @Test(
        "A session comes back as it was",
        arguments: [
            Session.sample(), .sparse(), .sparse { $0.policy = "" }, .sample { $0.name = "" },
            .sample { $0.accessTokenExpiry = 0 },
            .sample { $0.refreshTokenExpiry = 0 }, .sample { $0.refreshTokenExpiry = .max },
            .sample { $0.generation = .max }, .sample { $0.begun = .min },
            .sample { $0.idToken = String(repeating: "ä", count: 40_000) },
            .sample { $0.name = "\0\u{FEFF}\u{10FFFF}" },
            .sample { $0.user = .sample("e\u{301} x", issuer: "a\0b c") }, .sample { $0.user = .sample("bob") },
            .sample { $0.user = UserKey(kind: .objectID, space: "t", value: "alice") ?? $0.user },
        ])
    func roundTrip(_ session: Session) {
        #expect(Session(bytes: session.bytes, users: users) == session)
    }

    @Test("A session that is cut off anywhere is none", arguments: [Session.sample(), .sparse()]) func truncations(
        _ session: Session
    ) {
        let bytes = session.bytes
        for count in 0..<bytes.count {
            #expect(Session(bytes: Array(bytes.prefix(count)), users: users) == nil, "\(count) bytes of \(bytes.count)")
        }
    }

    @Test("Nothing may follow a session") func trailing() {
        #expect(Session(bytes: Session.sample().bytes + [0], users: users) == nil)
    }

    @Test("Another layout is no session", arguments: [0, 1, 255] as [UInt8]) func otherLayout(_ version: UInt8) {
        #expect(Session(bytes: [version] + Session.sample().bytes.dropFirst(), users: users) == nil)
    }

    @Test("A byte changed anywhere makes another session or none") func everyByte() {
        let session = Session.sample()
        let bytes = session.bytes
        // The mark of `followsRefusal` has one bit that counts.
        let mark = 1 + SessionHandle.byteCount + 4 + 3 * 8
        for place in bytes.indices where place != mark {
            for flip in [0x01, 0x80, 0xFF] as [UInt8] {
                var changed = bytes
                changed[place] ^= flip
                #expect(Session(bytes: changed, users: users) != session, "byte \(place)")
            }
        }
    }

    @Test("Ten thousand mutations read as a session or not, and what reads is written so again") func mutations() async
    {
        var generator = SeededGenerator(seed: 20_26)
        let samples = [Session.sample().bytes, Session.sparse().bytes]
        var read = 0
        for round in 0..<10_000 {
            if round.isMultiple(of: 50) { await Task.yield() }
            let bytes = generator.mutated(generator.one(of: samples))
            guard let session = Session(bytes: bytes, users: users) else { continue }
            read += 1
            #expect(Session(bytes: session.bytes, users: users) == session)
        }
        #expect((100..<10_000).contains(read), "\(read) of them read, so both cases were met")
    }

    @Test("Random bytes are no session") func noise() {
        var generator = SeededGenerator(seed: 1)
        for count in 0..<2000 {
            #expect(Session(bytes: [1] + generator.bytes(count % 300), users: users) == nil)
        }
    }
}
