import Encodings
import HTTPTransport
import HTTPTypes
import Hummingbird
import WebSupport

/// The hosts that a server serves, by the target, the `Host` field or `:authority` of a request.
package enum ServedHosts: Sendable {
    /// Every host: the proxy or the name service in front decides.
    case any
    /// This machine's own names.
    ///
    /// Otherwise a web page whose host name resolves to this machine could use the server as its own origin (DNS
    /// rebinding).
    case loopback

    /// The paths of probes, which platforms request by any address or name.
    static let probes = ["/healthz", "/readyz"]

    /// Whether a request is for one of them.
    ///
    /// HTTP/1.0 may name none.
    func include(_ request: Request) -> Bool {
        guard self == .loopback, !Self.probes.contains(request.uri.path) else { return true }
        guard let authority = request.head.authority ?? request.headers[.host] else { return true }
        // Most requests have this name, and it needn't be parsed.
        if Self.isLocalhostWithPort(authority) { return true }
        guard let url = HTTPURL("http://\(authority)/"), url.path == "/", url.query == nil else { return false }
        return url.isLoopback
    }

    /// Whether it is `localhost:` and a port of four or five digits.
    private static func isLocalhostWithPort(_ authority: String) -> Bool {
        let name = "localhost:"
        let (bytes, start) = (authority.utf8.span, name.utf8.span)
        guard bytes.starts(with: start), (4...5).contains(bytes.count - start.count) else { return false }
        var port = 0
        for index in start.count..<bytes.count {
            guard bytes[index].isDigit else { return false }
            port = 10 * port + Int(bytes[index] - UInt8(ascii: "0"))
        }
        return (1...65535).contains(port)
    }

    /// The response to a request for another host (RFC 9110, section 15.5.20).
    static var misdirected: Response {
        let reason = "This server is for this machine alone. Open it by localhost or 127.0.0.1.\n"
        return Response(
            status: .misdirectedRequest, headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: reason)))
    }
}
