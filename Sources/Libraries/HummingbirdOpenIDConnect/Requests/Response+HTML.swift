import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// A short page, for applications without pages of their own.
    static func html(_ text: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}

extension String {
    /// The text escaped for HTML, including quoted attributes; each byte is escaped separately, because a combining
    /// mark would hide a quote from a search by characters.
    var escapedForHTML: String {
        var bytes: [UInt8] = []
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"):
                bytes += "&#\(byte);".utf8
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
