import Synchronization
import SystemLibrary

/// Random identifiers that are no secrets, such as request ids in logs.
///
/// Draws of 256 bytes are shared, because each request needs several identifiers. Keys, nonces and session ids must
/// never repeat, even in copies of a virtual machine, so ``SecureRandom`` makes them.
package enum RandomIdentifier {
    private final class Pool: Sendable {
        let bytes = Mutex<[UInt8]>([])
    }

    private static let drawBytes = 256
    /// A thread takes always from the same pool, and there are many, so that threads seldom wait for each other.
    private static let pools = (0..<64).map { _ in Pool() }

    /// 64 random bits.
    package static func word() -> UInt64 {
        withBytes(8) { $0.reduce(0) { $0 << 8 | UInt64($1) } }
    }

    /// A random UUID in lowercase (RFC 9562, section 5.4).
    package static func uuid() -> String {
        var bytes = withBytes(16) { Array($0) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return unsafe String(unsafeUninitializedCapacity: 36) { text in
            var place = 0
            for index in bytes.indices {
                if index == 4 || index == 6 || index == 8 || index == 10 {
                    unsafe text[place] = UInt8(ascii: "-")
                    place += 1
                }
                unsafe text[place] = Hexadecimal.digit(bytes[index] >> 4)
                unsafe text[place + 1] = Hexadecimal.digit(bytes[index] & 15)
                place += 2
            }
            return place
        }
    }

    /// Takes bytes out of the pool and passes them to a closure.
    private static func withBytes<Value: Sendable>(_ count: Int, _ use: (ArraySlice<UInt8>) -> Value) -> Value {
        pools[Int(UInt(bitPattern: pthread_self().hashValue) % UInt(pools.count))].bytes.withLock { pool in
            if pool.count < count { pool = SecureRandom.bytes(drawBytes) }
            defer { pool.removeLast(count) }
            return use(pool.suffix(count))
        }
    }
}
