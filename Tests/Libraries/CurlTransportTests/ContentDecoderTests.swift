import Testing

@testable import CurlTransport

@Suite struct ContentDecoderTests {
    private static let plain = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7) }

    /// The decoder's output for the pieces, and the first outcome that isn't ``ContentDecoder/Outcome/decoded``.
    private static func decode(
        _ pieces: [[UInt8]], _ coding: ContentCoding, maximumBodyBytes: Int = 1 << 20, taking most: Int = .max
    ) -> (bytes: [UInt8], fault: ContentDecoder.Outcome?, isComplete: Bool) {
        let decoder = ContentDecoder(coding, maximumBodyBytes: maximumBodyBytes)
        var bytes: [UInt8] = []
        for piece in pieces {
            let outcome = piece.withUnsafeBytes { piece in
                decoder.decode(piece) {
                    bytes += $0
                    return bytes.count <= most
                }
            }
            guard case .decoded = outcome else { return (bytes, outcome, decoder.isComplete) }
        }
        return (bytes, nil, decoder.isComplete)
    }

    @Test(
        "An encoded body is decoded from pieces of any size", arguments: [1, 2, 3, 10, 100, 100_000],
        [(ContentCoding.gzip, Coded.gzip(plain)), (.deflate, Coded.zlib(plain)), (.deflate, Coded.raw(plain))])
    func pieces(size: Int, coded: (ContentCoding, [UInt8])) {
        let pieces = stride(from: 0, to: coded.1.count, by: size).map {
            Array(coded.1[$0..<min($0 + size, coded.1.count)])
        }
        let all = Self.decode(pieces, coded.0)
        #expect(all.bytes == Self.plain && all.isComplete && all.fault == nil)
        let most = Self.decode(pieces.dropLast(), coded.0)
        #expect(!most.isComplete && most.fault == nil)
    }

    @Test("Endless empty gzip members are refused, because encoded bytes are bounded, too")
    func endlessMembers() {
        let member = Coded.gzip([])
        let few = Self.decode(Array(repeating: member, count: 3_000), .gzip, maximumBodyBytes: 0)
        #expect(few.fault == nil && few.bytes.isEmpty)
        let many = Self.decode(Array(repeating: member, count: 4_000), .gzip, maximumBodyBytes: 0)
        #expect(many.fault == .tooLarge)
        let endless = Self.decode(Array(repeating: member, count: 4_000), .gzip, maximumBodyBytes: .max)
        #expect(endless.fault == nil)
    }

    @Test("Decoding stops at the first bytes beyond the bound")
    func bomb() {
        let bomb = Coded.gzip([UInt8](repeating: 0, count: 20 << 20))
        let decoded = Self.decode([bomb], .gzip, taking: 100_000)
        #expect(decoded.fault == .tooLarge)
        #expect(decoded.bytes.count < 200_000)
    }
}
