extension String {
    /// The text of bytes in UTF-8; `nil` if they are none.
    ///
    /// `String.init(validating:as:)` takes three times as long, because it looks up generic types at each call.
    package init?(utf8 bytes: Span<UInt8>) {
        guard let text = try? UTF8Span(validating: bytes) else { return nil }
        self.init(copying: text)
    }
}
