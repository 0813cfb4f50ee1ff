import NIOCore
import NIOHPACK

/// HTTP/2 frames as bytes (RFC 9113, section 4.1), for clients that do what no library would.
enum HTTP2Bytes {
    static let data: UInt8 = 0
    static let headers: UInt8 = 1
    static let resetStream: UInt8 = 3
    static let settings: UInt8 = 4
    static let ping: UInt8 = 6
    static let goAway: UInt8 = 7
    static let windowUpdate: UInt8 = 8
    private static let continuation: UInt8 = 9

    /// The beginning of a client's connection: the preface, and settings that change nothing.
    static let preface = preface(settings: [])
    /// Puts the server's settings in force.
    static let settingsAcknowledgement = frame(settings, flags: 0x1, stream: 0, [])

    /// The beginning of a client's connection with settings: pairs of identifier and value.
    static func preface(settings pairs: [(UInt8, UInt32)]) -> [UInt8] {
        var payload: [UInt8] = []
        for (identifier, value) in pairs {
            payload += [0, identifier]
            payload += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
        }
        return Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(settings, stream: 0, payload)
    }

    /// The whole head of a POST whose body is still to come.
    static func postHead(path: String, stream: Int) -> [UInt8] {
        head(
            [(":method", "POST"), (":scheme", "https"), (":path", path), (":authority", "h")], stream: stream,
            isEnd: false)
    }

    /// A whole GET.
    static func get(_ path: String = "/", _ fields: [(String, String)] = [], stream: Int) -> [UInt8] {
        head([(":method", "GET"), (":scheme", "https"), (":path", path), (":authority", "h")] + fields, stream: stream)
    }

    /// A head of any fields, in as many frames as it needs.
    static func head(_ fields: [(String, String)], stream: Int, isEnd: Bool = true) -> [UInt8] {
        // A literal field without indexing, its name and its value as they are (RFC 7541, section 6.2.2).
        var rest: ArraySlice<UInt8> = []
        for (name, value) in fields { rest += [0] + string(name) + string(value) }
        var bytes: [UInt8] = []
        repeat {
            let part = Array(rest.prefix(16_384))
            rest = rest.dropFirst(part.count)
            let flags: UInt8 = (bytes.isEmpty && isEnd ? 0x1 : 0) | (rest.isEmpty ? 0x4 : 0)
            bytes += frame(bytes.isEmpty ? headers : continuation, flags: flags, stream: stream, part)
        } while !rest.isEmpty
        return bytes
    }

    static func frame(_ type: UInt8, flags: UInt8 = 0, stream: Int, _ payload: [UInt8]) -> [UInt8] {
        let count = payload.count
        return [UInt8(count >> 16), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF), type, flags]
            + [0, 0, UInt8(stream >> 8), UInt8(stream & 0xFF)] + payload
    }

    /// The frames that a server sent: type, stream and payload of each.
    static func frames(_ bytes: [UInt8]) -> [(type: UInt8, stream: Int, payload: [UInt8])] {
        var frames: [(UInt8, Int, [UInt8])] = []
        var rest = bytes[...]
        while rest.count >= 9 {
            let header = Array(rest.prefix(9))
            let length = Int(header[0]) << 16 + Int(header[1]) << 8 + Int(header[2])
            guard rest.count >= 9 + length else { break }
            frames.append((header[3], Int(header[7]) << 8 + Int(header[8]), Array(rest.dropFirst(9).prefix(length))))
            rest = rest.dropFirst(9 + length)
        }
        return frames
    }

    /// The status of each stream that has been responded to.
    static func statuses(_ bytes: [UInt8]) throws -> [Int: String] {
        var decoder = HPACKDecoder(allocator: ByteBufferAllocator())
        return try frames(bytes).filter { $0.type == headers }.reduce(into: [:]) { statuses, frame in
            var payload = ByteBuffer(bytes: frame.payload)
            statuses[frame.stream] = try decoder.decodeHeaders(from: &payload).first(name: ":status")
        }
    }

    /// The body of a stream's response, as far as it has come.
    static func body(_ bytes: [UInt8], stream: Int) -> [UInt8] {
        frames(bytes).filter { $0.type == data && $0.stream == stream }.flatMap(\.payload)
    }

    /// A string that isn't compressed (RFC 7541, section 5.2).
    private static func string(_ text: String) -> [UInt8] {
        var count = text.utf8.count
        guard count >= 127 else { return [UInt8(count)] + Array(text.utf8) }
        var length: [UInt8] = [127]
        count -= 127
        while count >= 128 {
            length.append(UInt8(count & 0x7F | 0x80))
            count >>= 7
        }
        return length + [UInt8(count)] + Array(text.utf8)
    }
}
