import NIOCore

extension ByteBuffer {
    /// Bytes that are sent in pieces of this size show whether the client reads on.
    static let pieceSize = 16 * 1024

    /// Reads a piece; `nil` if the rest is no larger than one.
    mutating func readPiece() -> ByteBuffer? {
        readableBytes > Self.pieceSize ? readSlice(length: Self.pieceSize) : nil
    }
}
