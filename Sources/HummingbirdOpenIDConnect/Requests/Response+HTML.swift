import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// A page of a few words, for applications that have none of their own.
    static func html(_ text: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}

extension String {
    /// The text as it stands in HTML, quoted attributes included; each byte is escaped on its own, because a combining
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
