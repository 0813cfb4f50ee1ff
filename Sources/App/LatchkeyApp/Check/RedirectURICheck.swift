import HTTPServer
import HTTPTransport

/// Whether browsers that come back to `redirectUri` reach this site and bring its cookies.
struct RedirectURICheck {
    let configuration: Configuration

    var finding: Finding {
        let url = configuration.redirectURI
        if configuration.tls != nil, url.scheme == .http {
            return .fault(
                \.redirectUri,
                "\(url.origin) is plain http, but tlsCertificateFile is set: nothing serves http there; write https")
        }
        let port = configuration.listen.port
        if configuration.tls == nil, url.isLoopback, url.scheme == .https, Self.port(url) == port {
            return .fault(
                \.redirectUri,
                "\(url.origin) is https, but listen speaks plain http there; set tlsCertificateFile and tlsKeyFile")
        }
        // A proxy may listen at another port of this machine and forward the requests. If listen is a loopback address,
        // the proxy has to be named.
        if url.isLoopback, configuration.listen.isLoopback, Self.port(url) != port,
            configuration.trustedProxies.isEmpty
        {
            return .fault(
                \.redirectUri,
                """
                \(url.origin) is not where listen (\(configuration.listen)) is; write port \(port), or name the proxy \
                between in trustedProxies
                """
            )
        }
        let cookies =
            url.scheme == .https
            ? "with the prefix __Host- and Secure" : "without Secure, as plain http on this machine has to be"
        return .good(\.redirectUri, "browsers come back to \(url); cookies are \(cookies)")
    }

    private static func port(_ url: HTTPURL) -> Int { url.port ?? (url.scheme == .https ? 443 : 80) }
}
