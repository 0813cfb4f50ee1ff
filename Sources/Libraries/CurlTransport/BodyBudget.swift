import Synchronization

/// Bounds the memory of all bodies that are being received, because a service may send endless ones to many callers.
///
/// All threads of a client share it, so only long bodies are counted: short ones touch nothing that is shared.
final class BodyBudget: Sendable {
    /// A body may always have this many bytes, so that long ones don't keep short ones out.
    static let freeBytes = 1 << 20

    private let maximumBytes: Int
    /// The bytes of all bodies that have more than ``freeBytes``.
    private let bytes = Atomic(0)

    init(maximumBytes: Int) {
        self.maximumBytes = maximumBytes
    }

    /// Takes what a body needs to grow.
    ///
    /// - Returns: `false` if there isn't as much; then nothing is taken.
    func grow(from count: Int, to newCount: Int) -> Bool {
        let more = Self.counted(newCount) - Self.counted(count)
        guard more > 0 else { return true }
        let sum = bytes.wrappingAdd(more, ordering: .relaxed).newValue
        if sum <= maximumBytes { return true }
        bytes.wrappingSubtract(more, ordering: .relaxed)
        return false
    }

    /// Gives back what a body doesn't need any more.
    func shrink(from count: Int, to newCount: Int = 0) {
        let fewer = Self.counted(count) - Self.counted(newCount)
        if fewer > 0 { bytes.wrappingSubtract(fewer, ordering: .relaxed) }
    }

    private static func counted(_ count: Int) -> Int { count > freeBytes ? count : 0 }
}
