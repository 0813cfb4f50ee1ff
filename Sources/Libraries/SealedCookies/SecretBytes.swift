import SystemLibrary

/// Secret bytes, which stay at one address and are wiped when the last owner releases them.
///
/// An array would leave copies behind wherever it grew or was written to while shared.
@safe
final class SecretBytes: Sendable {
    // Safe to share: written only in `init`, before there can be another reference.
    private nonisolated(unsafe) let storage: UnsafeMutableBufferPointer<UInt8>

    init(copying bytes: Span<UInt8>) {
        unsafe storage = .allocate(capacity: bytes.count)
        for index in bytes.indices { unsafe storage.initializeElement(at: index, to: bytes[index]) }
    }

    deinit {
        unsafe UnsafeMutableRawBufferPointer(storage).wipe()
        unsafe storage.deallocate()
    }

    /// Lends the bytes for the time of the call.
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        unsafe body(UnsafeBufferPointer(storage))
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Overwrites the bytes in a way that the compiler can't optimize out.
    func wipe() {
        guard let start = baseAddress else { return }
        #if canImport(Darwin)
            unsafe memset_s(start, count, 0, count)
        #else
            unsafe explicit_bzero(start, count)
        #endif
    }
}

extension [UInt8] {
    /// Overwrites the bytes in a way that the compiler can't optimize out.
    mutating func wipe() {
        unsafe withUnsafeMutableBytes { unsafe $0.wipe() }
    }
}
