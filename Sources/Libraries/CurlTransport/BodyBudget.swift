/// Bounds the memory of all bodies that are being received, because a service may send endless ones to many callers.
///
/// Not `Sendable`: used on the loop's thread alone.
final class BodyBudget {
    /// A body may always have this many bytes, so that long ones don't keep short ones out.
    static let freeBytes = 1 << 20

    private let maximumBytes: Int
    private(set) var bytes = 0

    init(maximumBytes: Int) {
        self.maximumBytes = maximumBytes
    }

    /// Maximum size that a body may reach now.
    ///
    /// - Parameter count: The bytes that it has already.
    func allowance(of count: Int) -> Int {
        max(Self.freeBytes, maximumBytes - (bytes - count))
    }

    func take(_ count: Int) { bytes += count }

    func giveBack(_ count: Int) { bytes -= count }
}
