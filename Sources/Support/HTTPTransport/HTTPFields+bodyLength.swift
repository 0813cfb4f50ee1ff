package import HTTPTypes

extension HTTPFields {
    /// The bytes of the body by `Content-Length`, `Int.max` if they are more than that; `nil` without the field.
    ///
    /// The parser has refused what is no number.
    package var bodyLength: Int? { self[.contentLength].map { Int($0) ?? .max } }
}
