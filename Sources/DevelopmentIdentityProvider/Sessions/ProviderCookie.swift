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
        response.setCookie(cookie(token.text, secure: secure))
    }

    func clear(in response: inout Response, secure: Bool) {
        response.setCookie(cookie("", maxAge: 0, secure: secure))
    }

    private func cookie(_ value: String, maxAge: Int? = nil, secure: Bool) -> Cookie {
        Cookie(name: rawValue, value: value, maxAge: maxAge, path: "/", secure: secure, sameSite: .lax)
    }
}
