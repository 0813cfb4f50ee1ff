import HTTPTransport
import OpenIDConnect

/// How the web front end's relying party is set up.
struct SiteOptions: Sendable {
    var responseMode = ResponseMode.query
    var prompt: String?
    var extraParameters = FormBody()
}
