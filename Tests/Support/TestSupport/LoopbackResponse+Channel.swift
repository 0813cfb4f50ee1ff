import HTTPTypes
import NIOCore
import NIOPosix
import SystemLibrary

extension LoopbackResponse {
    /// Writes the response, or causes the fault that it stands for.
    func perform(on channel: any Channel, isHead: Bool, keepAlive: Bool) async throws {
        switch action {
        case .respond(let status, let fields, let body):
            try await channel.writeAndFlush(Self.bytes(status, fields, body, isHead: isHead, keepAlive: keepAlive))
            if !keepAlive { try await channel.close() }
        case .chunks(let pieces, let pause):
            try await channel.writeAndFlush(ByteBuffer(string: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"))
            for piece in pieces {
                try await Task.sleep(for: pause)
                var chunk = ByteBuffer(string: "\(String(piece.count, radix: 16))\r\n")
                chunk.writeBytes(piece)
                chunk.writeString("\r\n")
                try await channel.writeAndFlush(chunk)
            }
            try await channel.writeAndFlush(ByteBuffer(string: "0\r\n\r\n"))
        case .raw(let pieces, let close):
            for piece in pieces { try await channel.writeAndFlush(ByteBuffer(bytes: piece)) }
            if close { try await channel.close() }
        case .close:
            try await channel.close()
        case .reset:
            // Closing with data to linger for no time at all makes the kernel send RST in place of FIN.
            try await (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
            try await channel.close()
        case .never:
            break
        }
    }

    private static func bytes(
        _ status: HTTPResponse.Status, _ fields: HTTPFields, _ body: [UInt8], isHead: Bool, keepAlive: Bool
    ) -> ByteBuffer {
        var buffer = ByteBuffer(string: "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n")
        for field in fields { buffer.writeString("\(field.name.rawName): \(field.value)\r\n") }
        let hasBody = status.code >= 200 && status.code != 204 && status.code != 304
        if hasBody, fields[.contentLength] == nil { buffer.writeString("Content-Length: \(body.count)\r\n") }
        if !keepAlive { buffer.writeString("Connection: close\r\n") }
        buffer.writeString("\r\n")
        if hasBody, !isHead { buffer.writeBytes(body) }
        return buffer
    }
}
