import HTTPTransport
import HTTPTypes
import Hummingbird
import WebSupport

/// Sets the header fields that restrict what the site's pages may do in browsers.
struct SecurityHeaders: Sendable {
    /// How many fields are usually added after these.
    private static let later = 2

    private let fields: HTTPFields
    private let framed: HTTPFields

    /// - Parameters:
    ///   - site: The site's URL in browsers. A loopback name gets no HSTS, because that holds for all its ports.
    ///   - authorityOrigins: The origins that a sign-out's form leads on to. Browsers apply `form-action` to the
    ///     redirect of a form too.
    ///   - isolatesWindows: Whether a page may never talk to the window that opened it; a pop-up sign-in must.
    init(site: HTTPURL, authorityOrigins: [String], isolatesWindows: Bool) {
        var fields: HTTPFields = [:]
        let plain = authorityOrigins.filter { !$0.hasPrefix("https:") }
        fields[.contentSecurityPolicy] = [
            "default-src 'none'", "style-src 'self'", "script-src 'self'", "img-src 'self'", "connect-src 'self'",
            "manifest-src 'self'",
            (["form-action 'self' https:"] + plain).joined(separator: " "),
            "frame-ancestors 'none'", "base-uri 'none'",
        ].joined(separator: "; ")
        fields[.xContentTypeOptions] = "nosniff"
        fields[.xFrameOptions] = "DENY"
        fields[.referrerPolicy] = "same-origin"
        fields[.crossOriginResourcePolicy] = "same-origin"
        fields[.permissionsPolicy] = "camera=(), geolocation=(), microphone=()"
        if isolatesWindows { fields[.crossOriginOpenerPolicy] = "same-origin" }
        if site.scheme == .https, !site.isLoopback { fields[.strictTransportSecurity] = "max-age=31536000" }
        self.fields = fields
        for name in [HTTPField.Name.contentSecurityPolicy, .xFrameOptions, .crossOriginResourcePolicy] {
            fields[name] = nil
        }
        framed = fields
    }

    func add(to response: inout Response) {
        // A page that the provider's pages may frame sets its own policy.
        let own = response.headers.contains(.contentSecurityPolicy)
        // The response usually has fewer fields than these.
        var headers = own ? framed : fields
        headers.reserveCapacity(headers.count + response.headers.count + Self.later)
        headers.append(contentsOf: response.headers)
        response.headers = headers
    }
}
