import Encodings
import FoundationEssentials
import OpenIDConnect
import SiteTesting
import TestSupport
import Testing

@testable import HummingbirdOpenIDConnect

@Suite struct StoredAttemptTests {
    @Test(
        "A stored attempt's bytes are read as they were written",
        arguments: [Session.Cause.user, .refusedAccessToken, .interaction],
        [true, false])
    func roundTrip(_ cause: Session.Cause, _ isFull: Bool) {
        var pending = StoredAttempt.sample(cause: cause)
        pending.attempt.isACREssential = isFull
        pending.stepUp = StepUpChallenge(acrValues: isFull ? "c1 c2" : nil, maxAge: 0, claims: nil)
        if !isFull {
            pending.stepUp = nil
            (pending.attempt.policy, pending.attempt.maxAge, pending.returnTo) = (nil, nil, nil)
        }
        #expect(StoredAttempt(bytes: pending.bytes) == pending)
    }

    @Test("An attempt in the layout before is read") func layoutBefore() {
        let pending = StoredAttempt.sample()
        // The layout before ends before the flag of `acr` and the challenge, which is three absent values.
        let bytes = [16] + pending.bytes.dropFirst().dropLast(1 + 1 + 8 + 1)
        #expect(StoredAttempt(bytes: bytes) == pending)
    }

    @Test("A stored attempt lasts ten minutes") func lifetime() {
        #expect(StoredAttempt.sample().expires == TestClock.start + 600)
    }

    @Test("Bytes that are cut off anywhere, or go on, are no stored attempt") func truncations() {
        let bytes = StoredAttempt.sample().bytes
        for count in 0..<bytes.count {
            #expect(StoredAttempt(bytes: Array(bytes.prefix(count))) == nil, "\(count) bytes of \(bytes.count)")
        }
        #expect(StoredAttempt(bytes: bytes + [0]) == nil)
    }

    @Test(
        "Bytes in another layout, such as an earlier version's, are no stored attempt",
        arguments: [0, 4, 15, 18, 255] as [UInt8])
    func otherLayout(_ layout: UInt8) {
        #expect(StoredAttempt(bytes: [layout] + StoredAttempt.sample().bytes.dropFirst()) == nil)
    }

    @Test(
        "A stored attempt with a date that no calendar has is refused",
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

    @Test("Each of ten thousand mutations is no stored attempt, or one with an end that is written so again")
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
