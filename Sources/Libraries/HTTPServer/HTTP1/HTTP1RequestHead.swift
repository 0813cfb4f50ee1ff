import HTTPTypes
import NIOHTTP1
import NIOHTTPTypesHTTP1
import WebSupport

/// Converts and checks a head of HTTP/1, both at once because the conversion loses the head's version.
enum HTTP1RequestHead {
    /// The head in HTTPTypes.
    ///
    /// - Throws: If two servers could read the head differently (RFC 9112, sections 3.2, 6.1 and 11.2).
    static func converted(_ head: HTTPRequestHead) throws(RefusedRequestError) -> HTTPRequest {
        var fields = HTTPFields()
        // One more for `Connection`.
        fields.reserveCapacity(head.headers.count + 1)
        var hosts: [String] = []
        var codings: [String] = []
        for (name, value) in head.headers {
            guard let name = HTTPField.Name(name) else { continue }
            // White space around the value is no part of it (RFC 9112, section 5.1), and is removed here.
            let field = HTTPField(name: name, value: value)
            if name == .host {
                hosts.append(field.value)
            } else {
                if name == .transferEncoding { codings.append(field.value) }
                fields.append(field)
            }
        }
        if let fault = fault(version: head.version, hosts: hosts.count, codings: codings) { throw .badRequest(fault) }
        // The server behind this one closes only for exactly "close", and treats HTTP/1.0 as HTTP/1.1. The decoder
        // reads nothing more after a head that requests another protocol.
        if !head.isKeepAlive || requestsUpgrade(head) { fields[.connection] = "close" }
        do {
            // Most targets are a path. NIO's conversion would parse it as a URL.
            guard head.uri.utf8.first == UInt8(ascii: "/") else {
                var request = try HTTPRequest(head, secure: false, splitCookie: false)
                request.headerFields = fields
                if let authority = try authority(ofTarget: head.uri) { request.authority = authority }
                return request
            }
            return HTTPRequest(
                method: try HTTPRequest.Method(head.method), scheme: "http", authority: hosts.first, path: head.uri,
                headerFields: fields)
        } catch let error as RefusedRequestError {
            throw error
        } catch {
            throw .malformed
        }
    }

    private static func requestsUpgrade(_ head: HTTPRequestHead) -> Bool {
        head.method == .CONNECT
            || head.headers.contains(name: "upgrade")
                && head.headers[canonicalForm: "connection"].contains { $0.lowercased() == "upgrade" }
    }

    /// The authority of a target in absolute form, which counts in place of `Host` (RFC 9112, section 3.2.2); `nil` for
    /// another form.
    private static func authority(ofTarget target: String) throws(RefusedRequestError) -> String? {
        guard let scheme = target.firstRange(of: "://") else { return nil }
        guard ["http", "https"].contains(target[..<scheme.lowerBound].lowercased()) else {
            throw .badRequest("Send a path as the target, or a URL of http or https.")
        }
        let authority = target[scheme.upperBound...].prefix { !"/?#".contains($0) }
        guard !authority.isEmpty, !authority.contains("@") else {
            throw .badRequest("The target's URL has no host, or a user.")
        }
        return String(authority)
    }

    private static func fault(version: HTTPVersion, hosts: Int, codings: [String]) -> String? {
        let isHTTP10 = version == .http1_0
        if hosts > 1 { return "Send one Host field only." }
        if hosts == 0, !isHTTP10 { return "Send a Host field." }
        if codings.isEmpty { return nil }
        if isHTTP10 { return "HTTP/1.0 has no Transfer-Encoding. Send a Content-Length." }
        return codings.map { $0.lowercased() } == ["chunked"]
            ? nil : "The only Transfer-Encoding that is supported is chunked."
    }
}
