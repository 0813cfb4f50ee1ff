import HTTPTypes
import Hummingbird

/// Writes JSON (RFC 8259) byte by byte into one array, which is much quicker than a coder that goes through keys and containers.
struct JSONWriter {
    private static let digits = Array("0123456789abcdef".utf8)

    private(set) var bytes: [UInt8] = []

    /// Appends what is JSON already.
    mutating func append(_ json: String) {
        bytes.append(contentsOf: json.utf8)
    }

    /// Appends a string in its quotation marks; what section 7 wants escaped is escaped, all else stays as it is.
    mutating func append(string text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case UInt8(ascii: "\n"): append(#"\n"#)
            case UInt8(ascii: "\r"): append(#"\r"#)
            case UInt8(ascii: "\t"): append(#"\t"#)
            case 0..<0x20:
                append(byte < 0x10 ? #"\u000"# : #"\u001"#)
                bytes.append(Self.digits[Int(byte & 15)])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends a number with leading zeros.
    mutating func append(_ number: Int, digits: Int) {
        var divisor = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }

    /// What has been written, as a response's body.
    var body: ResponseBody { ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)) }

    /// What has been written, as a response.
    func response(_ status: HTTPResponse.Status) -> Response {
        Response(status: status, headers: [.contentType: "application/json"], body: body)
    }
}
