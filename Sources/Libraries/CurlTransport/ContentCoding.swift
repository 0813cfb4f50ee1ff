import HTTPTransport
import HTTPTypes

/// A content coding that is decoded (RFC 9110, section 8.4.1).
///
/// Requests accept none, but some servers and proxies compress regardless.
enum ContentCoding: String, Sendable {
    case gzip
    /// With or without zlib's header, because servers send both.
    case deflate

    /// Codings of a response that aren't decoded.
    struct UnknownError: Error, Equatable {
        /// The names from the header, with a question mark for each character that no name has.
        let names: String
    }

    /// The coding of a response's body; `nil` if there is none.
    static func of(_ lines: HeaderLines) throws(UnknownError) -> ContentCoding? {
        let names = lines.elements(of: .contentEncoding).map { $0.lowercased() }.filter { $0 != "" && $0 != "identity" }
        switch (names.first, names.count) {
        case (nil, _): return nil
        case ("gzip", 1), ("x-gzip", 1): return .gzip
        case ("deflate", 1): return .deflate
        default: throw UnknownError(names: Self.printable(names))
        }
    }

    private static func printable(_ names: [String]) -> String {
        let texts = names.prefix(4).map { name in
            String(name.prefix(20).map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.+".contains($0)) ? $0 : "?" })
        }
        return (texts + (names.count > 4 ? ["…"] : [])).joined(separator: ", ")
    }
}
