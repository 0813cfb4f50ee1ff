import FoundationEssentials
import HTTPTransport
import HTTPTypes
import Hummingbird
import WebSupport

/// Authorization responses, which reach the client by the browser.
///
/// Each names the issuer, so that one provider's response isn't taken for another's (RFC 9207).
struct AuthorizationResponses: Sendable {
    let issuer: String
    let now: @Sendable () -> Date

    func code(_ code: OpaqueToken, to address: ResponseTarget) throws -> Response {
        try send([("code", code.text)], to: address)
    }

    func error(_ error: OAuthError, to address: ResponseTarget) throws -> Response {
        try send(
            [("error", error.code.rawValue), ("error_description", ErrorDescription(error, at: now()).description)],
            to: address)
    }

    private func send(_ fields: [(name: String, value: String)], to address: ResponseTarget) throws -> Response {
        var form = FormBody(fields)
        form.append("state", address.state)
        form.append("iss", issuer)
        switch address.mode {
        case .query:
            guard let url = HTTPURL(address.redirectURI) else { throw ProviderPageError.unknownRedirectURI }
            return Response(seeOther: url.appending(query: form).description)
        case .formPost:
            return Response.page(
                FormPostPage(
                    action: address.redirectURI,
                    hiddenFields: form.fields.map { HiddenInput(name: $0.name, value: $0.value) }))
        }
    }
}

/// Posts an authorization response to the client (OAuth 2.0 Form Post Response Mode).
struct FormPostPage: ProviderPage {
    let action: String
    let hiddenFields: [HiddenInput]
}

/// The target of an authorization response: a registered redirect URI, the mode, and the state.
struct ResponseTarget: Sendable, Equatable, Codable {
    let redirectURI: String
    let mode: ResponseDelivery
    let state: String?
}

/// How a response travels to the client (OAuth 2.0 Multiple Response Type Encoding Practices, section 2.1; Form Post
/// Response Mode).
enum ResponseDelivery: String, Sendable, Codable, CaseIterable {
    case query
    case formPost = "form_post"
}
