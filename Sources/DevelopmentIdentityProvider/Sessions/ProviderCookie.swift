import HTTPTypes
import Hummingbird

/// A cookie of the provider's.
enum ProviderCookie: String {
    /// Holds the session's token.
    case session = "development-idp"
    /// Names the browser, so that a form can't be sent from another one.
    case browser = "development-idp-browser"

    func token(in request: Request) -> OpaqueToken? {
        request.cookies[rawValue].flatMap { $0.value.isEmpty ? nil : OpaqueToken($0.value) }
    }

    func set(_ token: OpaqueToken, in response: inout Response, secure: Bool) {
        append("\(rawValue)=\(token.text)", to: &response, secure: secure)
    }

    func clear(in response: inout Response, secure: Bool) {
        append("\(rawValue)=; Max-Age=0", to: &response, secure: secure)
    }

    private func append(_ cookie: String, to response: inout Response, secure: Bool) {
        let value = "\(cookie); Path=/; HttpOnly; SameSite=Lax\(secure ? "; Secure" : "")"
        response.headers.append(HTTPField(name: .setCookie, value: value))
    }
}
