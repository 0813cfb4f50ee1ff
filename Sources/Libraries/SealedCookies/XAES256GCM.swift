import Encodings
import NIOConcurrencyHelpers

/// XAES-256-GCM (C2SP specification): AES-256-GCM under a key derived for each message, with a nonce long enough to be
/// drawn at random.
///
/// With 192 random bits one key is safe for 2^80 messages, at a risk of 2^-32 that a nonce repeats; plain AES-GCM
/// allows 2^32 messages. Values that depend on the key alone are computed once, so reuse the object. Any number of
/// threads may use it at once.
final class XAES256GCM: Sendable {
    static let keyByteCount = 32
    static let nonceByteCount = 24
    /// The length of the tag after the ciphertext, in bytes.
    static let tagByteCount = 16

    /// The number of workspaces that stay allocated, enough for the threads that seal at the same time; a further one
    /// is made and dropped.
    private static let cachedWorkspaces = 16

    private let key: SecretBytes
    private let subkey: SecretBytes
    private let idle: NIOLockedValueBox<[XAESWorkspace]>

    /// The cipher under a key of 32 bytes.
    ///
    /// - Throws: ``SealingError/Kind/keyHasWrongLength`` or ``SealingError/Kind/libraryFailed``.
    convenience init(key: [UInt8]) throws(SealingError) {
        guard key.count == Self.keyByteCount else { throw SealingError(.keyHasWrongLength) }
        try self.init(key: SecretBytes(copying: key.span))
    }

    /// The key must have 32 bytes.
    init(key: SecretBytes) throws(SealingError) {
        let workspace = try XAESWorkspace(key: key)
        self.key = key
        subkey = try workspace.firstSubkey()
        idle = NIOLockedValueBox([workspace])
    }

    /// Encrypts and authenticates a message, and authenticates further data that is not part of it.
    ///
    /// - Parameter nonce: 24 bytes that no other message under this key has, for example random ones.
    /// - Returns: The ciphertext, as long as the message, and its tag.
    /// - Throws: ``SealingError/Kind/libraryFailed``, also if the nonce has another length.
    func seal(_ message: [UInt8], nonce: [UInt8], authenticating data: [UInt8]) throws(SealingError) -> [UInt8] {
        var sealed: [UInt8] = []
        sealed.reserveCapacity(message.count + Self.tagByteCount)
        sealed += message
        try sealTail(of: &sealed, from: 0, nonce: nonce.span, authenticating: data.span)
        return sealed
    }

    /// Encrypts the rest of an array from a position, in place, and appends the tag.
    func sealTail(of bytes: inout [UInt8], from start: Int, nonce: Span<UInt8>, authenticating data: Span<UInt8>)
        throws(SealingError)
    {
        guard nonce.count == Self.nonceByteCount else { throw SealingError(.libraryFailed) }
        let end = bytes.count
        for _ in 0..<Self.tagByteCount { bytes.append(0) }
        let sealed = try withWorkspace { workspace in
            unsafe nonce.withUnsafeBufferPointer { nonce in
                unsafe data.withUnsafeBufferPointer { data in
                    unsafe bytes.withUnsafeMutableBufferPointer { bytes in
                        guard let base = bytes.baseAddress else { return false }
                        let message = unsafe UnsafeMutableBufferPointer(rebasing: bytes[start..<end])
                        return unsafe workspace.seal(message, tag: base + end, subkey: subkey, nonce: nonce, data: data)
                    }
                }
            }
        }
        guard sealed else { throw SealingError(.libraryFailed) }
    }

    /// Decrypts the result of ``seal(_:nonce:authenticating:)`` with the same nonce and data.
    ///
    /// - Returns: The message; `nil` if anything at all is wrong.
    func open(_ sealed: [UInt8], nonce: [UInt8], authenticating data: [UInt8]) -> [UInt8]? {
        open(sealed.span, nonce: nonce.span, authenticating: data.span)
    }

    /// The same for bytes at any address.
    func open(_ sealed: Span<UInt8>, nonce: Span<UInt8>, authenticating data: Span<UInt8>) -> [UInt8]? {
        guard sealed.count >= Self.tagByteCount, nonce.count == Self.nonceByteCount else { return nil }
        let count = sealed.count - Self.tagByteCount
        var opened = false
        let message = try? withWorkspace { workspace in
            unsafe sealed.withUnsafeBufferPointer { sealed in
                unsafe nonce.withUnsafeBufferPointer { nonce in
                    unsafe data.withUnsafeBufferPointer { data in
                        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
                            opened = unsafe workspace.open(
                                sealed, into: buffer, subkey: subkey, nonce: nonce, data: data)
                            written = opened ? count : 0
                        }
                    }
                }
            }
        }
        return opened ? message : nil
    }

    private func withWorkspace<Result>(_ body: (XAESWorkspace) -> Result) throws(SealingError) -> Result {
        let workspace =
            if let cached = idle.withLockedValue({ $0.popLast() }) { cached } else { try XAESWorkspace(key: key) }
        defer { idle.withLockedValue { if $0.count < Self.cachedWorkspaces { $0.append(workspace) } } }
        return body(workspace)
    }
}
