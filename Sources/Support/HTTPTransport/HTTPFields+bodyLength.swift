package import HTTPTypes

extension HTTPFields {
    /// The body's length by `Content-Length`, or `nil` without the field.
    ///
    /// A length beyond `Int` is `Int.max`.
    ///
    /// The parser has refused values that aren't numbers.
    package var bodyLength: Int? { self[.contentLength].map { Int($0) ?? .max } }
}
