package import HTTPTypes

extension HTTPFields {
    /// The bytes of the body by `Content-Length`, `Int.max` if they are more than that; `nil` without the field.
    package var bodyLength: Int? {
        self[.contentLength].map { field in field.utf8.allSatisfy(Self.isDigit) ? Int(field) ?? .max : 0 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
