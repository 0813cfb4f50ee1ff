import HTTPTransport
import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import WebServing

extension Request {
    /// The body of a posted form.
    ///
    /// - Throws: ``PageError`` if the body is no form, `HTTPError` as ``wholeBody()`` does.
    func formText() async throws -> String {
        let type = headers[.contentType]?.prefix { $0 != ";" }.trimmingSpaces.lowercased()
        guard type == nil || type == "application/x-www-form-urlencoded" else { throw PageError(.notAForm) }
        let body = try await wholeBody()
        guard let text = String(validating: body.readableBytesView, as: UTF8.self) else { throw PageError(.notAForm) }
        return text
    }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring { drop { $0 == " " } }
}

extension Request {
    /// The page that the user is on: the one that is requested, or the one with the posted form.
    ///
    /// - Returns: Its path; `nil` if no sign-in or choice of language may lead back to it.
    func page(of origin: String) -> String? {
        method == .get || method == .head ? ReturnPath(target)?.value : formPage(of: origin)
    }

    /// The page of this site that the posted form is on, as far as the browser says.
    func formPage(of origin: String) -> String? {
        guard let referrer = headers[.referer].flatMap(HTTPURL.init), referrer.origin == origin else { return nil }
        return ReturnPath(referrer.pathAndQuery)?.value
    }
}
