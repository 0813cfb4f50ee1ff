@testable import SealedCookies

extension XAESCipher {
    /// A cipher whose key is one byte, repeated.
    init(repeating byte: UInt8) throws(SealingError) {
        try self.init(key: SecretBytes(copying: [UInt8](repeating: byte, count: 32).span))
    }

    /// The ciphertext of a message, and its tag.
    func seal(_ message: [UInt8], nonce: [UInt8], authenticating data: [UInt8]) throws(SealingError) -> [UInt8] {
        var sealed = message
        try sealTail(of: &sealed, from: 0, nonce: nonce.span, authenticating: data.span)
        return sealed
    }

    func open(_ sealed: [UInt8], nonce: [UInt8], authenticating data: [UInt8]) -> [UInt8]? {
        open(sealed.span, nonce: nonce.span, authenticating: data.span)
    }
}

extension [UInt8] {
    /// The bytes with one bit changed.
    func flipping(_ bit: Int) -> [UInt8] {
        var bytes = self
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        return bytes
    }
}
