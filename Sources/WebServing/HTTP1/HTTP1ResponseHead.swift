import HTTPTypes
import NIOCore

/// Writes a response's status line and fields (RFC 9112, sections 4 and 5).
enum HTTP1ResponseHead {
    /// Room for the status line and for the last lines.
    private static let otherBytes = 96

    /// How the client finds the end of the body (RFC 9112, section 6.3).
    enum Framing {
        /// The status allows no body.
        case none
        case contentLength
        case chunked
    }

    static func framing(of response: HTTPResponse) -> Framing {
        switch response.status.code {
        case 100..<200, 204, 304: .none
        default: response.headerFields.contains(.contentLength) ? .contentLength : .chunked
        }
    }

    static func bytes(_ response: HTTPResponse, _ framing: Framing, _ allocator: ByteBufferAllocator) -> ByteBuffer {
        let status = response.status
        var buffer = allocator.buffer(capacity: otherBytes + response.headerFields.reduce(0) { $0 + $1.byteCount })
        if status == .ok {
            buffer.writeStaticString("HTTP/1.1 200 OK\r\n")
        } else {
            buffer.writeString("HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n")
        }
        for field in response.headerFields where !isOther(framing, field.name) { buffer.writeField(field) }
        buffer.writeStaticString(framing == .chunked ? "Transfer-Encoding: chunked\r\n\r\n" : "\r\n")
        return buffer
    }

    /// Whether a field is about another framing.
    private static func isOther(_ framing: Framing, _ name: HTTPField.Name) -> Bool {
        name == .transferEncoding || framing == .none && name == .contentLength
    }
}

extension HTTPField {
    /// The length of its line.
    fileprivate var byteCount: Int { name.rawName.utf8.count + value.utf8.count + 4 }
}

extension ByteBuffer {
    mutating func writeField(_ field: HTTPField) {
        writeString(field.name.rawName)
        writeStaticString(": ")
        writeString(field.value)
        writeStaticString("\r\n")
    }
}
