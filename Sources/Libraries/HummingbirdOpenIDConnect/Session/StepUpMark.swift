import Crypto
import OpenIDConnect

/// The mark of a challenge in the session whose sign-in met it, so that the same one again leads to no other sign-in.
struct StepUpMark: Sendable, Equatable {
    /// The first bytes of a digest over the challenge.
    let number: Int64

    init(number: Int64) { self.number = number }

    init(_ challenge: StepUpChallenge) {
        let parts = [challenge.acrValues, challenge.maxAge.map { "\($0)" }, challenge.claims]
        // No part has a NUL.
        let text = parts.map { $0 ?? "" }.joined(separator: "\0")
        number = SHA256.hash(data: Array(text.utf8)).prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    }
}
