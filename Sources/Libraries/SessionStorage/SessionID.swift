import Encodings

/// Identifies a session: 16 random bytes, made at sign-in.
public struct SessionID: Sendable, Hashable {
    /// The length of an id in bytes.
    public static let byteCount = 16

    private let high: UInt64
    private let low: UInt64

    /// A new random id.
    public init() {
        high = SecureRandom.word()
        low = SecureRandom.word()
    }

    /// The id of these 16 bytes; `nil` for any other number of bytes.
    public init?(_ bytes: some Collection<UInt8>) {
        self.init(Array(bytes))
    }

    /// The id of these 16 bytes; `nil` for any other number of bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The 16 bytes.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        bytes.append(bigEndian: high)
        bytes.append(bigEndian: low)
        return bytes
    }
}
