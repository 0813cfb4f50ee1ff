import Encodings
import HTTPTransport

/// Reads the arguments of a provider's preset.
///
/// Each error shows a call that works.
struct PresetArgument {
    /// A call of the preset, such as `.okta("dev-1.okta.com")`.
    let example: String

    /// The origin of a host or an address without a path; `https` if it names no scheme.
    func origin(_ text: String) throws(OpenIDConnectError) -> String {
        let url = try address(text)
        guard url.path == "/" else { throw wrong("the address has a path") }
        return url.origin
    }

    /// An address that may have a path, without a final slash.
    func base(_ text: String) throws(OpenIDConnectError) -> String {
        let url = try address(text)
        return url.origin + url.path.split(separator: "/").map { "/\($0)" }.joined()
    }

    /// A name as one segment of a path.
    func segment(_ text: String, _ name: String) throws(OpenIDConnectError) -> String {
        guard !text.isEmpty else { throw wrong("\(name) is empty") }
        guard !text.contains("/"), let segment = HTTPURL.encode(segment: text) else {
            throw wrong("\(name) is a name, and no path")
        }
        return segment
    }

    /// A name as the first label of a host.
    func label(_ text: String, _ name: String) throws(OpenIDConnectError) -> String {
        let isLabel = text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0.isLetter || $0.isDigit }
        guard isLabel, !text.isEmpty, !text.hasPrefix("-"), !text.hasSuffix("-") else {
            throw wrong("\(name) is letters, digits and - alone, without a domain")
        }
        return text.lowercased()
    }

    /// The GUID of a Microsoft tenant, in lower case.
    func tenant(_ text: String) throws(OpenIDConnectError) -> String {
        guard GUID.isGUID(text) else {
            throw wrong("tenant is no GUID; the portal shows it as Directory (tenant) ID")
        }
        return text.lowercased()
    }

    func wrong(_ problem: String) -> OpenIDConnectError {
        OpenIDConnectError(.configuration(.authority), "\(problem); write it as \(example)")
    }

    private func address(_ text: String) throws(OpenIDConnectError) -> HTTPURL {
        guard let url = HTTPURL(text.contains("://") ? text : "https://\(text)") else {
            throw wrong("the address can't be read")
        }
        guard url.query == nil else { throw wrong("the address has a query") }
        return url
    }
}
