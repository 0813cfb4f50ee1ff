import CZlib

/// Decodes a body, piece by piece, with zlib.
///
/// Not `Sendable`: used on the loop's thread alone.
@safe final class ContentDecoder {
    /// The result of decoding a piece.
    enum Outcome {
        case decoded
        /// There are too many bytes, before or after decoding.
        case tooLarge
        /// The bytes aren't in the coding.
        case invalid
    }

    /// Bytes that a coding may add to a body which it doesn't shorten.
    private static let maximumOverhead = 64 << 10
    private static let outputBytes = 16 << 10

    let coding: ContentCoding
    private var remainingInput: Int
    private let stream: UnsafeMutablePointer<z_stream>
    private let output: UnsafeMutableRawBufferPointer
    private var isStarted = false
    /// The first bytes of `deflate`, until there are enough to see whether zlib's header is there.
    private var start: [UInt8] = []
    /// Whether the last byte so far was the end of a stream.
    private(set) var isComplete = false

    init(_ coding: ContentCoding, maximumBodyBytes: Int) {
        self.coding = coding
        remainingInput = min(maximumBodyBytes, Int.max - Self.maximumOverhead) + Self.maximumOverhead
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        unsafe output = .allocate(byteCount: Self.outputBytes, alignment: 1)
    }

    deinit {
        if isStarted { unsafe inflateEnd(stream) }
        unsafe stream.deallocate()
        unsafe output.deallocate()
    }

    /// Decodes the next piece.
    ///
    /// - Parameter take: Takes decoded bytes, or returns `false` if there are too many.
    func decode(_ piece: UnsafeRawBufferPointer, take: (UnsafeRawBufferPointer) -> Bool) -> Outcome {
        remainingInput -= piece.count
        guard remainingInput >= 0 else { return .tooLarge }
        if isStarted { return unsafe inflate(piece, take) }
        unsafe start.append(contentsOf: piece)
        guard start.count >= 2 else { return .decoded }
        // For zlib a number of 16 more means gzip, and a negative one that there is no header.
        let bits = coding == .gzip ? 16 + MAX_WBITS : Self.isHeader(start[0], start[1]) ? MAX_WBITS : -MAX_WBITS
        let size = unsafe Int32(MemoryLayout<z_stream>.size)
        guard unsafe inflateInit2_(stream, bits, ZLIB_VERSION, size) == Z_OK else { return .invalid }
        isStarted = true
        let first = start
        start = []
        return unsafe first.withUnsafeBytes { unsafe inflate($0, take) }
    }

    private func inflate(_ piece: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) -> Bool) -> Outcome {
        // zlib doesn't change its input.
        let input = unsafe UnsafeMutableRawBufferPointer(mutating: piece).bindMemory(to: UInt8.self)
        unsafe stream.pointee.next_in = input.baseAddress
        unsafe stream.pointee.avail_in = UInt32(input.count)
        while unsafe stream.pointee.avail_in > 0 {
            if isComplete, !startsNextMember() { return .invalid }
            repeat {
                unsafe stream.pointee.next_out = unsafe output.baseAddress?.assumingMemoryBound(to: UInt8.self)
                unsafe stream.pointee.avail_out = UInt32(output.count)
                let result = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
                // Z_BUF_ERROR: all of the input has been decoded.
                guard result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR else { return .invalid }
                isComplete = result == Z_STREAM_END
                let count = unsafe output.count - Int(stream.pointee.avail_out)
                if count > 0 {
                    guard unsafe take(UnsafeRawBufferPointer(rebasing: output[..<count])) else { return .tooLarge }
                }
            } while unsafe !isComplete && stream.pointee.avail_out == 0
        }
        return .decoded
    }

    /// Whether more bytes may follow: a body in gzip can have several members (RFC 1952, section 2.2).
    private func startsNextMember() -> Bool {
        isComplete = false
        return unsafe coding == .gzip && inflateReset(stream) == Z_OK
    }

    /// Whether these are the bytes of zlib's header (RFC 1950, section 2.2).
    private static func isHeader(_ first: UInt8, _ second: UInt8) -> Bool {
        first & 0x0F == 8 && first >> 4 <= 7 && (Int(first) << 8 | Int(second)) % 31 == 0
    }
}
