import FoundationEssentials
import HTTPTransport
import HTTPTypes
import Hummingbird

/// Answers to the client, by way of the browser.
///
/// Each names the issuer, so that one provider's answer isn't taken for another's (RFC 9207).
struct Replies: Sendable {
    let issuer: String
    let now: @Sendable () -> Date

    func code(_ code: OpaqueToken, to address: ReplyAddress) throws -> Response {
        try send([("code", code.text)], to: address)
    }

    func error(_ error: OAuthError, to address: ReplyAddress) throws -> Response {
        try send(
            [("error", error.code.rawValue), ("error_description", ErrorDescription(error, at: now()).description)],
            to: address)
    }

    private func send(_ fields: [(name: String, value: String)], to address: ReplyAddress) throws -> Response {
        var form = FormBody(fields)
        form.append("state", address.state)
        form.append("iss", issuer)
        switch address.mode {
        case .query:
            guard let url = HTTPURL(address.redirectURI) else { throw ProviderProblem.unknownRedirectURI }
            return Answer.seeOther(url.appending(query: form))
        case .formPost:
            return Answer.page(
                FormPostPage(
                    action: address.redirectURI,
                    hiddenFields: form.fields.map { HiddenField(name: $0.name, value: $0.value) }))
        }
    }
}
