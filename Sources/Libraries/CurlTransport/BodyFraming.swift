import Encodings

/// How the header delimits a response's body (RFC 9112, section 6.3).
enum BodyFraming: Equatable {
    case length(Int)
    case chunked
    case untilClose

    /// The framing of a response.
    ///
    /// - Parameters:
    ///   - lengths: The elements of `Content-Length`.
    ///   - codings: The elements of `Transfer-Encoding`.
    /// - Returns: `nil` if it is ambiguous or invalid: the response must be discarded then, and its connection closed.
    init?(lengths: [String], codings: [String], status: Int) {
        if status < 200 {
            guard lengths.isEmpty, codings.isEmpty else { return nil }
            self = .untilClose
        } else if !codings.isEmpty {
            // No request of this client allows another coding (RFC 9110, section 10.1.4).
            guard lengths.isEmpty, codings.map({ $0.lowercased() }) == ["chunked"] else { return nil }
            self = .chunked
        } else if !lengths.isEmpty {
            guard let length = Self.length(lengths) else { return nil }
            self = .length(length)
        } else {
            self = .untilClose
        }
    }

    /// The length that all values agree on.
    private static func length(_ values: [String]) -> Int? {
        guard let first = values.first, values.allSatisfy({ $0 == first }), !first.isEmpty,
            first.utf8.allSatisfy(\.isDigit)
        else { return nil }
        return Int(first) ?? .max
    }
}
