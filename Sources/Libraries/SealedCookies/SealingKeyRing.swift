import NIOConcurrencyHelpers

/// Keys that can be exchanged while the program runs: the next call that seals or opens uses the new ones.
public final class SealingKeyRing: Sendable {
    private let keys: NIOLockedValueBox<SealingKeys>

    /// Creates a ring that starts with these keys.
    public init(_ keys: SealingKeys) {
        self.keys = NIOLockedValueBox(keys)
    }

    /// The keys in use now.
    public var current: SealingKeys { keys.withLockedValue { $0 } }

    /// Puts other keys in use.
    public func replace(with keys: SealingKeys) {
        self.keys.withLockedValue { $0 = keys }
    }
}
