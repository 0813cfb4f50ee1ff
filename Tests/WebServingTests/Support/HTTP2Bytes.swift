/// HTTP/2 frames as bytes (RFC 9113, section 4.1), for clients that do what no library would.
enum HTTP2Bytes {
    static let data: UInt8 = 0
    static let headers: UInt8 = 1
    static let resetStream: UInt8 = 3
    static let settings: UInt8 = 4
    static let ping: UInt8 = 6
    static let goAway: UInt8 = 7
    static let windowUpdate: UInt8 = 8

    /// What a client's connection begins with: the preface, and settings that change nothing.
    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(settings, stream: 0, [])

    /// The whole head of a POST whose body is still to come.
    static func postHead(path: String, stream: UInt8) -> [UInt8] {
        // Indices of HPACK's static table: `:method: POST`, `:scheme: https`, then `:path` and `:authority` with values of their own.
        let fields: [UInt8] = [0x83, 0x87, 0x04, UInt8(path.utf8.count)] + Array(path.utf8) + [0x01, 0x01, UInt8(ascii: "h")]
        return frame(headers, flags: 0x4, stream: stream, fields)
    }

    static func frame(_ type: UInt8, flags: UInt8 = 0, stream: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [0, 0, UInt8(payload.count), type, flags, 0, 0, 0, stream] + payload
    }

    /// The frames that a server sent: type, stream and payload of each.
    static func frames(_ bytes: [UInt8]) -> [(type: UInt8, stream: UInt8, payload: [UInt8])] {
        var frames: [(UInt8, UInt8, [UInt8])] = []
        var rest = bytes[...]
        while rest.count >= 9 {
            let header = Array(rest.prefix(9))
            rest = rest.dropFirst(9)
            let length = Int(header[0]) << 16 + Int(header[1]) << 8 + Int(header[2])
            frames.append((header[3], header[8], Array(rest.prefix(length))))
            rest = rest.dropFirst(length)
        }
        return frames
    }
}
