import CZlib

/// Encodes bodies as servers do.
enum Coded {
    static func gzip(_ bytes: [UInt8]) -> [UInt8] { deflated(bytes, windowBits: 16 + MAX_WBITS) }
    /// `deflate` as it is defined, with zlib's header.
    static func zlib(_ bytes: [UInt8]) -> [UInt8] { deflated(bytes, windowBits: MAX_WBITS) }
    /// `deflate` as some servers send it, without zlib's header.
    static func raw(_ bytes: [UInt8]) -> [UInt8] { deflated(bytes, windowBits: -MAX_WBITS) }

    private static func deflated(_ bytes: [UInt8], windowBits: Int32) -> [UInt8] {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        deflateInit2_(&stream, 9, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
        let count = output.count
        input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                _ = deflate(&stream, Z_FINISH)
            }
        }
        return Array(output.prefix(count - Int(stream.avail_out)))
    }
}
