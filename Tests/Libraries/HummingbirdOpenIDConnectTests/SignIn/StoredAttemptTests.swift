import Encodings
import FoundationEssentials
import OpenIDConnect
import TestSupport
import Testing

@testable import HummingbirdOpenIDConnect

@Suite struct StoredAttemptTests {
    @Test(
        "A sign-in under way comes back as it was", arguments: [Session.Cause.user, .refusedAccessToken, .interaction],
        [true, false])
    func roundTrip(_ cause: Session.Cause, _ isFull: Bool) {
        var pending = StoredAttempt.sample(cause: cause)
        if !isFull {
            (pending.attempt.policy, pending.attempt.maxAge, pending.returnTo) = (nil, nil, nil)
        }
        #expect(StoredAttempt(bytes: pending.bytes) == pending)
    }

    @Test("It lasts ten minutes") func lifetime() {
        #expect(StoredAttempt.sample().expires == Sample.start + 600)
    }

    @Test("One that is cut off anywhere, or goes on, is none") func truncations() {
        let bytes = StoredAttempt.sample().bytes
        for count in 0..<bytes.count {
            #expect(StoredAttempt(bytes: Array(bytes.prefix(count))) == nil, "\(count) bytes of \(bytes.count)")
        }
        #expect(StoredAttempt(bytes: bytes + [0]) == nil)
    }

    @Test("Another layout is none, such as that of an earlier version", arguments: [0, 4, 15, 17, 255] as [UInt8])
    func otherLayout(_ layout: UInt8) {
        #expect(StoredAttempt(bytes: [layout] + StoredAttempt.sample().bytes.dropFirst()) == nil)
    }

    @Test(
        "A date that no calendar has is refused, not computed with",
        arguments: [-1, 253_402_300_800, .max, .min] as [Int64])
    func dates(_ started: Int64) {
        var writer = ByteWriter()
        writer.append(started)
        var bytes = StoredAttempt.sample().bytes
        // Layout, cause, and the names of authority and path with their lengths come first.
        let start = 2 + 3 + "main".utf8.count + 3 + "/sign-in".utf8.count
        bytes.replaceSubrange(start..<start + 8, with: writer.bytes)
        #expect(StoredAttempt(bytes: bytes) == nil)
    }

    @Test("Ten thousand mutations read as a sign-in or not, and what reads has an end and is written so again")
    func mutations() async {
        var generator = SeededGenerator(seed: 4)
        let bytes = StoredAttempt.sample().bytes
        var read = 0
        for round in 0..<10_000 {
            if round.isMultiple(of: 50) { await Task.yield() }
            guard let pending = StoredAttempt(bytes: generator.mutated(bytes)) else { continue }
            read += 1
            #expect(pending.expires >= StoredAttempt.lifetime)
            #expect(StoredAttempt(bytes: pending.bytes) == pending)
        }
        #expect((100..<10_000).contains(read), "\(read) of them read, so both cases were met")
    }
}
