package import HTTPTypes

extension HTTPFields {
    /// The media type of `Content-Type` in lower case, without its parameters (RFC 9110, section 8.3.1); `nil` without
    /// the field.
    package var mediaType: String? {
        self[.contentType].map { field in
            let type = field.prefix { $0 != ";" }.drop(while: Self.isSpace)
            return type.lastIndex { !Self.isSpace($0) }.map { type[...$0].lowercased() } ?? ""
        }
    }

    /// Whether this is optional white space around a field's parts (RFC 9110, section 5.6.3).
    private static func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
}
