import SessionRegistry
import TestSupport
import Testing

@testable import TasksWeb

@Suite struct SessionBytesTests {
    @Test(
        "A session comes back as it was",
        arguments: [
            Session.sample(), .sparse(), .sparse { $0.policy = "" }, .sample { $0.name = "" }, .sample { $0.accessTokenExpiry = 0 },
            .sample { $0.refreshTokenExpiry = 0 }, .sample { $0.refreshTokenExpiry = .max },
            .sample { $0.generation = .max }, .sample { $0.begun = .min },
            .sample { $0.idToken = String(repeating: "ä", count: 40_000) }, .sample { $0.name = "\0\u{FEFF}\u{10FFFF}" },
        ])
    func roundTrip(_ session: Session) {
        #expect(Session(bytes: session.bytes) == session)
    }

    @Test("A session that is cut off anywhere is none", arguments: [Session.sample(), .sparse()]) func truncations(_ session: Session) {
        let bytes = session.bytes
        for count in 0..<bytes.count {
            #expect(Session(bytes: Array(bytes.prefix(count))) == nil, "\(count) bytes of \(bytes.count)")
        }
    }

    @Test("Nothing may follow a session") func trailing() {
        #expect(Session(bytes: Session.sample().bytes + [0]) == nil)
    }

    @Test("Another layout is no session", arguments: [0, 1, 255] as [UInt8]) func otherLayout(_ version: UInt8) {
        #expect(Session(bytes: [version] + Session.sample().bytes.dropFirst()) == nil)
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
                #expect(Session(bytes: changed) != session, "byte \(place)")
            }
        }
    }

    @Test("Ten thousand mutations read as a session or not, and what reads is written so again") func mutations() async {
        var generator = SeededGenerator(seed: 20_26)
        let samples = [Session.sample().bytes, Session.sparse().bytes]
        var read = 0
        for round in 0..<10_000 {
            if round.isMultiple(of: 50) { await Task.yield() }
            let bytes = generator.mutated(generator.one(of: samples))
            guard let session = Session(bytes: bytes) else { continue }
            read += 1
            #expect(Session(bytes: session.bytes) == session)
        }
        #expect((100..<10_000).contains(read), "\(read) of them read, so both cases were met")
    }

    @Test("Random bytes are no session") func noise() {
        var generator = SeededGenerator(seed: 1)
        for count in 0..<2000 {
            #expect(Session(bytes: [1] + generator.bytes(count % 300)) == nil)
        }
    }
}
