import Encodings
import FoundationEssentials
import HummingbirdOpenIDConnect
import OpenIDConnect
import TestSupport
import Testing

@testable import TasksWeb

@Suite struct PendingSignInTests {
    @Test("A sign-in under way comes back as it was", arguments: SignInKind.allCases, [true, false])
    func roundTrip(_ kind: SignInKind, _ isFull: Bool) {
        var pending = PendingSignIn.sample(kind: kind)
        if !isFull {
            (pending.attempt.policy, pending.attempt.maxAge, pending.returnTo, pending.followsRefusal) = (
                nil, nil, nil, false
            )
        }
        #expect(PendingSignIn(bytes: pending.bytes) == pending)
    }

    @Test("It lasts ten minutes") func lifetime() {
        #expect(PendingSignIn.sample().expires == TestClock.start + 600)
    }

    @Test("One that is cut off anywhere, or goes on, is none") func truncations() {
        let bytes = PendingSignIn.sample().bytes
        for count in 0..<bytes.count {
            #expect(PendingSignIn(bytes: Array(bytes.prefix(count))) == nil, "\(count) bytes of \(bytes.count)")
        }
        #expect(PendingSignIn(bytes: bytes + [0]) == nil)
    }

    @Test("An unknown kind is none", arguments: [5, 6, 128, 255] as [UInt8]) func unknownKind(_ kind: UInt8) {
        #expect(PendingSignIn(bytes: [kind] + PendingSignIn.sample().bytes.dropFirst()) == nil)
    }

    @Test(
        "A date that no calendar has is refused, not computed with",
        arguments: [-1, 253_402_300_800, .max, .min] as [Int64])
    func dates(_ begun: Int64) {
        var writer = ByteWriter()
        writer.append(begun)
        var bytes = PendingSignIn.sample().bytes
        bytes.replaceSubrange(2..<10, with: writer.bytes)
        #expect(PendingSignIn(bytes: bytes) == nil)
    }

    @Test("Ten thousand mutations read as a sign-in or not, and what reads has an end and is written so again")
    func mutations() async {
        var generator = SeededGenerator(seed: 4)
        let bytes = PendingSignIn.sample().bytes
        var read = 0
        for round in 0..<10_000 {
            if round.isMultiple(of: 50) { await Task.yield() }
            guard let pending = PendingSignIn(bytes: generator.mutated(bytes)) else { continue }
            read += 1
            #expect(pending.expires >= PendingSignIn.lifetime)
            #expect(PendingSignIn(bytes: pending.bytes) == pending)
        }
        #expect((100..<10_000).contains(read), "\(read) of them read, so both cases were met")
    }
}
