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

    @Test("An attempt that has nothing new is written in the layout before") func layoutBefore() {
        var pending = StoredAttempt.sample()
        #expect(pending.bytes.first == 16)
        pending.attempt.isACREssential = true
        #expect(pending.bytes.first == 17)
    }

    @Test("A stored attempt lasts ten minutes") func lifetime() {
        #expect(StoredAttempt.sample().expires == TestClock.start + 600)
    }

    @Test("Bytes that are cut off anywhere, or go on, are no stored attempt") func truncations() {
        var stepUp = StoredAttempt.sample()
        stepUp.stepUp = StepUpChallenge(acrValues: "c1", maxAge: nil, claims: nil)
        for bytes in [StoredAttempt.sample().bytes, stepUp.bytes] {
            for count in 0..<bytes.count {
                #expect(StoredAttempt(bytes: Array(bytes.prefix(count))) == nil, "\(count) bytes of \(bytes.count)")
            }
            #expect(StoredAttempt(bytes: bytes + [0]) == nil)
        }
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
