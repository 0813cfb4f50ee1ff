import Encodings
import HTTPTransport
import HTTPTypes
import Hummingbird
import WebSupport

/// The hosts that a server serves, by the target, the `Host` field or `:authority` of a request.
///
/// A request for another one is refused with 421 (RFC 9110, section 15.5.20). Otherwise a web page whose host name
/// resolves to the server could use it as its own origin (DNS rebinding). HTTP/1.0 may name no host, and is served.
public struct ServedHosts: Sendable {
    private enum Kind {
        case any
        case loopback
        case names(Set<String>)
    }

    private let kind: Kind

    /// Every host, because the proxy or the name service in front decides.
    public static let any = ServedHosts(kind: .any)
    /// This machine's own names: `localhost`, names that end in `.localhost`, and loopback addresses, with any port.
    public static let loopback = ServedHosts(kind: .loopback)

    /// Some hosts, with any port.
    ///
    /// - Parameter names: Names without a port, in any case; an IPv6 address is in brackets.
    public static func names(_ names: Set<String>) -> ServedHosts {
        ServedHosts(kind: .names(Set(names.map { $0.lowercased() })))
    }

    /// The paths of probes, which platforms request by any address or name.
    static let probes = ["/healthz", "/readyz"]

    /// Whether a request is for one of them.
    func include(_ request: Request) -> Bool {
        if case .any = kind { return true }
        guard !Self.probes.contains(request.uri.path) else { return true }
        guard let authority = request.head.authority ?? request.headers[.host] else { return true }
        // Most requests to a server for this machine have this name, and it needn't be parsed.
        if case .loopback = kind, Self.isLocalhostWithPort(authority) { return true }
        guard let url = HTTPURL("http://\(authority)/"), url.path == "/", url.query == nil else { return false }
        if case .names(let names) = kind { return names.contains(url.host) }
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

    /// The response to a request for another host.
    var misdirected: Response {
        let reason =
            if case .loopback = kind {
                "This server is for this machine alone. Open it by localhost or 127.0.0.1.\n"
            } else {
                "This server doesn't serve this host.\n"
            }
        return Response(
            status: .misdirectedRequest, headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: reason)))
    }
}
