import Encodings
import HTTPTransport
import HTTPTypes

/// Reads a response of the authority that should be JSON, or names its actual type.
extension TransportResponse {
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The body without a byte order mark, which a reader may ignore (RFC 8259, section 8.1).
    private var document: [UInt8] {
        body.starts(with: Self.byteOrderMark) ? Array(body.dropFirst(Self.byteOrderMark.count)) : body
    }

    /// The body as a JSON object; `nil` if it is anything else.
    var object: JSONObject? { JSONObject(parsing: document) }

    /// The body as a JSON object.
    func object(or reason: RefusalReason, at url: HTTPURL) throws(OpenIDConnectError) -> JSONObject {
        guard let object else { throw OpenIDConnectError(reason, problem, at: url) }
        return object
    }

    /// Why the body is no JSON object.
    var problem: String {
        let type = headerFields[.contentType].map(ProviderText.sanitized) ?? "no Content-Type"
        guard !body.isEmpty else { return "\(type), empty" }
        do throws(JSONError) {
            _ = try JSONValue(parsing: document)
            return "\(type), another JSON value"
        } catch {
            switch error {
            case .malformed(let line): return "\(type), no JSON or nested too deep in line \(line)"
            case .loneSurrogate: return "\(type), has half of a surrogate pair"
            case .duplicateName(let name): return "\(type), has \(ProviderText.sanitized(name)) twice"
            }
        }
    }

    /// The status, and the target of a redirect without its query, which may have secrets.
    var statusInWords: String {
        guard status.kind == .redirection, let location = values(of: .location).first else {
            return "status \(status.code)"
        }
        return "status \(status.code), to \(ProviderText.sanitized(Self.place(location)))"
    }

    private static func place(_ location: String) -> String {
        let location = String(location.prefix { $0 != "#" })
        if let url = HTTPURL(location) { return url.origin + url.path }
        let isLocal = location.hasPrefix("/") && !location.hasPrefix("//")
        return isLocal ? String(location.prefix { $0 != "?" }) : "an address that can't be read"
    }
}
