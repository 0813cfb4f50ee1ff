import Encodings
import Testing

@testable import SealedCookies

/// Both implementations, on the same random input.
@Suite struct XAESAgreementTests {
    /// Lengths at the edges of AES's blocks, and around those of a cookie.
    private static let lengths = [0, 1, 15, 16, 17, 31, 32, 33, 255, 256, 4000, 4096]

    @Test("Both implementations seal a message to the same bytes, and open those of the other", arguments: lengths)
    func same(length: Int) throws {
        for _ in 0..<20 {
            let (key, nonce) = (SecretBytes(copying: SecureRandom.bytes(32).span), SecureRandom.bytes(24))
            let (message, data) = (SecureRandom.bytes(length), SecureRandom.bytes(.random(in: 0...64)))
            let (one, other) = (try OpenSSLXAES256GCM(key: key), try CryptoXAES256GCM(key: key))
            let sealed = try one.seal(message, nonce: nonce, authenticating: data)
            #expect(try other.seal(message, nonce: nonce, authenticating: data) == sealed)
            #expect(one.open(sealed, nonce: nonce, authenticating: data) == message)
            #expect(other.open(sealed, nonce: nonce, authenticating: data) == message)
        }
    }

    @Test("Neither implementation opens what was changed or cut off, whichever sealed it", arguments: lengths)
    func changed(length: Int) throws {
        let (key, nonce) = (SecretBytes(copying: SecureRandom.bytes(32).span), SecureRandom.bytes(24))
        let (message, data) = (SecureRandom.bytes(length), SecureRandom.bytes(16))
        let ciphers: [any XAESCipher] = [try OpenSSLXAES256GCM(key: key), try CryptoXAES256GCM(key: key)]
        let sealed = try ciphers.map { try $0.seal(message, nonce: nonce, authenticating: data) }
        for cipher in ciphers {
            for sealed in sealed {
                for _ in 0..<50 {
                    let bad = sealed.flipping(.random(in: 0..<sealed.count * 8))
                    #expect(cipher.open(bad, nonce: nonce, authenticating: data) == nil)
                    let short = Array(sealed.prefix(.random(in: 0..<sealed.count)))
                    #expect(cipher.open(short, nonce: nonce, authenticating: data) == nil)
                    #expect(cipher.open(sealed + [0], nonce: nonce, authenticating: data) == nil)
                    let otherNonce = nonce.flipping(.random(in: 0..<192))
                    #expect(cipher.open(sealed, nonce: otherNonce, authenticating: data) == nil)
                    let otherData = data.flipping(.random(in: 0..<128))
                    #expect(cipher.open(sealed, nonce: nonce, authenticating: otherData) == nil)
                }
            }
        }
    }

    @Test("The rest of an array is sealed in place, and what is before it stays", arguments: [0, 1, 40])
    func tail(start: Int) throws {
        let (key, nonce) = (SecretBytes(copying: SecureRandom.bytes(32).span), SecureRandom.bytes(24))
        let (bytes, data) = (SecureRandom.bytes(100), SecureRandom.bytes(5))
        var (one, other) = (bytes, bytes)
        try OpenSSLXAES256GCM(key: key).sealTail(of: &one, from: start, nonce: nonce.span, authenticating: data.span)
        try CryptoXAES256GCM(key: key).sealTail(of: &other, from: start, nonce: nonce.span, authenticating: data.span)
        #expect(one == other)
        #expect(one.count == 116)
        #expect(one[..<start] == bytes[..<start])
    }
}
