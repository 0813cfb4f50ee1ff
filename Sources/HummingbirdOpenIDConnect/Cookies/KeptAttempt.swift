import FoundationEssentials
package import OpenIDConnect

/// A sign-in under way together with what a site wants to find again with the answer, for a cookie of its own.
package protocol KeptAttempt: Sendable {
    /// The sign-in under way.
    var attempt: SignInAttempt { get }
    /// All of it, in a fixed layout.
    var bytes: [UInt8] { get }

    /// What ``bytes`` gave; `nil` for anything else.
    init?(bytes: [UInt8])
}

extension KeptAttempt {
    /// How long an answer may take, in seconds.
    package static var lifetime: Int64 { 600 }

    /// UNIX seconds from which on the attempt is over.
    package var expires: Int64 { Int64(attempt.begun.timeIntervalSince1970) + Self.lifetime }
}
