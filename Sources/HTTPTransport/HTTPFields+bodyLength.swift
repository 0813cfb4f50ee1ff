package import HTTPTypes

extension HTTPFields {
    /// The bytes of the body by `Content-Length`, `Int.max` if they are more than that; `nil` without a number.
    package var bodyLength: Int? {
        guard let field = self[.contentLength], !field.isEmpty, field.utf8.allSatisfy(Self.isDigit) else { return nil }
        return Int(field) ?? .max
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
