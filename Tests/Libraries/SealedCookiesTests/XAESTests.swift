import FoundationEssentials
import Testing

@testable import SealedCookies

/// Each implementation, with the specification's vectors and against what must fail.
@Suite struct XAESTests {
    static let implementations: [any XAESCipher.Type] = [OpenSSLXAES256GCM.self, CryptoXAES256GCM.self]

    private let nonce = Array("ABCDEFGHIJKLMNOPQRSTUVWX".utf8)
    private let message = Array("XAES-256-GCM".utf8)

    @Test(
        "The specification's vectors come out, in both directions", arguments: implementations,
        [
            (
                UInt8(1), "", "e531954aca063d5b8d9c47a47d4cc6f0",
                "ce546ef63c9cc60765923609b33a9a1974e96e52daf2fcf7075e2271"
            ),
            (
                UInt8(3), "c2sp.org/XAES-256-GCM", "23810ec50edb99f374409466ed1f4b7b",
                "986ec1832593df5443a179437fd083bf3fdb41abd740a21f71eb769d"
            ),
        ])
    func vectors(_ implementation: any XAESCipher.Type, vector: (UInt8, String, String, String)) throws {
        let (keyByte, data, subkey, sealed) = vector
        let cipher = try implementation.init(repeating: keyByte)
        let made = try cipher.seal(message, nonce: nonce, authenticating: Array(data.utf8))
        #expect(hexadecimal(made) == sealed)
        #expect(cipher.open(made, nonce: nonce, authenticating: Array(data.utf8)) == message)
        #expect(hexadecimal(cipher.subkey.withBytes { unsafe Array($0) }) == subkey)
    }

    @Test("The specification's accumulated vector of 10,000 messages comes out", arguments: implementations)
    func accumulated(_ implementation: any XAESCipher.Type) async throws {
        #expect(
            try await accumulate(10_000, implementation)
                == "e6b9edf2df6cec60c8cbd864e2211b597fb69a529160cd040d56c0c210081939")
    }

    @Test(
        "The specification's accumulated vector of 1,000,000 messages comes out",
        .enabled(
            if: ProcessInfo.processInfo.environment["LATCHKEY_LONG_VECTORS"] == "1",
            "takes 315 MB; LATCHKEY_LONG_VECTORS=1 runs it"), arguments: implementations)
    func longAccumulated(_ implementation: any XAESCipher.Type) async throws {
        #expect(
            try await accumulate(1_000_000, implementation)
                == "2163ae1445985a30b60585ee67daa55674df06901b890593e824b8a7c885ab15")
    }

    @Test(
        "A sealed message doesn't open if any bit of it, its nonce or its data is changed", arguments: implementations)
    func tampering(_ implementation: any XAESCipher.Type) throws {
        let cipher = try implementation.init(repeating: 1)
        let data: [UInt8] = [1, 2, 3]
        let sealed = try cipher.seal(message, nonce: nonce, authenticating: data)
        for bit in 0..<sealed.count * 8 {
            #expect(cipher.open(sealed.flipping(bit), nonce: nonce, authenticating: data) == nil, "bit \(bit)")
        }
        for bit in 0..<nonce.count * 8 {
            #expect(cipher.open(sealed, nonce: nonce.flipping(bit), authenticating: data) == nil, "nonce \(bit)")
        }
        for bit in 0..<data.count * 8 {
            #expect(cipher.open(sealed, nonce: nonce, authenticating: data.flipping(bit)) == nil, "data \(bit)")
        }
        for count in 0..<sealed.count {
            #expect(cipher.open(Array(sealed.prefix(count)), nonce: nonce, authenticating: data) == nil)
        }
        #expect(
            cipher.open(sealed, nonce: nonce, authenticating: data) == message,
            "a failure leaves nothing behind in the cipher")
    }

    @Test("An empty message has a tag alone, and the tag is verified", arguments: implementations)
    func emptyMessage(_ implementation: any XAESCipher.Type) throws {
        let cipher = try implementation.init(repeating: 1)
        let sealed = try cipher.seal([], nonce: nonce, authenticating: [])
        #expect(sealed.count == XAES.tagByteCount)
        #expect(cipher.open(sealed, nonce: nonce, authenticating: []) == [])
        #expect(cipher.open(sealed, nonce: nonce, authenticating: [0]) == nil)
        #expect(cipher.open([UInt8](repeating: 0, count: 16), nonce: nonce, authenticating: []) == nil)
    }

    @Test(
        "A nonce of another length is refused", arguments: implementations, [0, 16, 23, 25, 31, 33, 64])
    func lengths(_ implementation: any XAESCipher.Type, count: Int) throws {
        let bytes = [UInt8](repeating: 1, count: count)
        let cipher = try implementation.init(repeating: 1)
        #expect(throws: SealingError(.libraryFailed)) { try cipher.seal(message, nonce: bytes, authenticating: []) }
        #expect(cipher.open([UInt8](repeating: 0, count: 40), nonce: bytes, authenticating: []) == nil)
    }

    @Test("Many tasks may use one cipher at once", arguments: implementations)
    func concurrent(_ implementation: any XAESCipher.Type) async throws {
        let cipher = try implementation.init(repeating: 1)
        let nonce = nonce
        let wrong = try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<32 {
                group.addTask {
                    var wrong = 0
                    for round in 0..<100 {
                        let message = [UInt8](repeating: UInt8(task), count: round)
                        let sealed = try cipher.seal(message, nonce: nonce, authenticating: [UInt8(round)])
                        if cipher.open(sealed, nonce: nonce, authenticating: [UInt8(round)]) != message { wrong += 1 }
                        if cipher.open(sealed, nonce: nonce, authenticating: []) != nil { wrong += 1 }
                    }
                    return wrong
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }

    /// Seals so many messages, all drawn from SHAKE128 of nothing, and hashes the results with SHAKE128.
    private func accumulate(_ iterations: Int, _ implementation: any XAESCipher.Type) async throws -> String {
        // A message takes 313 bytes of the stream on average; the further bytes are far more than it ever strays from
        // that.
        let stream = try #require(Shake128()?.squeeze(iterations * 315 + 50_000))
        var rest = stream[...]
        let digest = try #require(Shake128())
        func draw(_ count: Int) -> [UInt8] {
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        for round in 0..<iterations {
            if round.isMultiple(of: 50) { await Task.yield() }
            let cipher = try implementation.init(key: SecretBytes(copying: draw(32).span))
            let nonce = draw(24)
            let message = draw(Int(draw(1)[0]))
            let data = draw(Int(draw(1)[0]))
            let sealed = try cipher.seal(message, nonce: nonce, authenticating: data)
            guard cipher.open(sealed, nonce: nonce, authenticating: data) == message else {
                return "a message did not open again"
            }
            digest.absorb(sealed)
        }
        return hexadecimal(try #require(digest.squeeze(32)))
    }
}
