package import HTTPTypes

extension HTTPFields {
    /// The media type of `Content-Type` in lower case, without its parameters (RFC 9110, section 8.3.1); `nil` without
    /// the field.
    package var mediaType: String? {
        self[.contentType].map { field in
            field.prefix { $0 != ";" }.withoutOuterSpaces.lowercased()
        }
    }
}
