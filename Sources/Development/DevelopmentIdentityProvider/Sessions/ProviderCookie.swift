import Hummingbird
import WebSupport

enum ProviderCookie: String {
    /// Has the session's token.
    case session = "development-idp"
    /// Names the browser, so that a form can't be sent from another one.
    case browser = "development-idp-browser"

    /// Without `Secure`, because the provider is served by plain http on this machine.
    private static let attributes = CookieAttributes(isOverHTTPS: false)

    func token(in request: Request) -> OpaqueToken? {
        RequestCookies(request.headers)[rawValue].flatMap { $0.isEmpty ? nil : OpaqueToken($0) }
    }

    func set(_ token: OpaqueToken, in response: inout Response) {
        response.set([Self.attributes.setting(rawValue, to: token.text)])
    }

    func clear(in response: inout Response) {
        response.set([Self.attributes.expiring(rawValue)])
    }
}
