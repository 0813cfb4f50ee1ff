package import HTTPTypes

extension HTTPFields {
    /// Whether `Accept-Encoding` allows gzip (RFC 9110, section 12.5.3).
    package var allowGzip: Bool {
        var isAllowed: [String: Bool] = [:]
        for element in self[values: .acceptEncoding].joined(separator: ",").lowercased().split(separator: ",") {
            let parts = element.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard let coding = parts.first else { continue }
            // A weight that is no number refuses, because the plain content always fits.
            isAllowed[coding] = !parts.dropFirst().contains {
                $0.hasPrefix("q=") && !((Double($0.dropFirst(2)) ?? 0) > 0)
            }
        }
        return isAllowed["gzip"] ?? isAllowed["*"] ?? false
    }
}
