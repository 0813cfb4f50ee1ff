import Hummingbird

/// A cookie that the provider sets.
enum ProviderCookie: String {
    /// Has the session's token.
    case session = "development-idp"
    /// Names the browser, so that a form can't be sent from another one.
    case browser = "development-idp-browser"

    func token(in request: Request) -> OpaqueToken? {
        request.cookies[rawValue].flatMap { $0.value.isEmpty ? nil : OpaqueToken($0.value) }
    }

    func set(_ token: OpaqueToken, in response: inout Response) {
        response.setCookie(cookie(token.text))
    }

    func clear(in response: inout Response) {
        response.setCookie(cookie("", maxAge: 0))
    }

    /// Without `Secure`, because the provider is served by plain http on this machine.
    private func cookie(_ value: String, maxAge: Int? = nil) -> Cookie {
        Cookie(name: rawValue, value: value, maxAge: maxAge, path: "/", secure: false, sameSite: .lax)
    }
}
