import HTTPTypes
import NIOCore

/// Writes a response's status line and fields (RFC 9112, sections 4 and 5).
enum HTTP1ResponseHead {
    /// Room for a page's head.
    private static let usualBytes = 1536

    /// How the client finds the end of the body (RFC 9112, section 6.3).
    enum Framing {
        /// The status, or the request's method, allows no body, and no length is known.
        case none
        case contentLength
        case chunked
        /// The connection closes after the body, because HTTP/1.0 has no chunks.
        case connectionEnd
    }

    /// - Parameters:
    ///   - isToHead: Whether the request was HEAD.
    ///   - isToHTTP10: Whether it was one of HTTP/1.0.
    static func framing(of response: HTTPResponse, isToHead: Bool, isToHTTP10: Bool) -> Framing {
        switch response.status.code {
        case 100..<200, 204, 304: .none
        case _ where response.headerFields.contains(.contentLength): .contentLength
        case _ where isToHead: .none
        default: isToHTTP10 ? .connectionEnd : .chunked
        }
    }

    static func bytes(_ response: HTTPResponse, _ framing: Framing) -> ByteBuffer {
        let status = response.status
        // An array, because a write to a buffer takes twice as long.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(usualBytes)
        let line = status == .ok ? "HTTP/1.1 200 OK\r\n" : "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n"
        bytes.append(contentsOf: line.utf8)
        for field in response.headerFields where !isOther(framing, field.name) { bytes.append(line: field) }
        let last =
            switch framing {
            case .chunked: "Transfer-Encoding: chunked\r\n\r\n"
            case .connectionEnd: "Connection: close\r\n\r\n"
            case .none, .contentLength: "\r\n"
            }
        bytes.append(contentsOf: last.utf8)
        return ByteBuffer(bytes: bytes)
    }

    /// Whether a field is about another framing.
    private static func isOther(_ framing: Framing, _ name: HTTPField.Name) -> Bool {
        switch framing {
        case .none: name == .transferEncoding || name == .contentLength
        case .contentLength, .chunked: name == .transferEncoding
        case .connectionEnd: name == .transferEncoding || name == .connection
        }
    }
}

extension [UInt8] {
    mutating func append(line field: HTTPField) {
        append(contentsOf: field.name.rawName.utf8)
        append(UInt8(ascii: ":"))
        append(UInt8(ascii: " "))
        append(contentsOf: field.value.utf8)
        append(UInt8(ascii: "\r"))
        append(UInt8(ascii: "\n"))
    }
}
