package import HTTPTypes

extension HTTPFields {
    /// Whether `Accept-Encoding` allows gzip (RFC 9110, section 12.5.3).
    package var allowGzip: Bool {
        let field = self[values: .acceptEncoding].joined(separator: ",")
        let codings = WeightedElement.list(field, limit: 50)
        let own = codings.last { $0.value.lowercased() == "gzip" } ?? codings.last { $0.value == "*" }
        return (own?.quality ?? 0) > 0
    }
}
