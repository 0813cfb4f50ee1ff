public import HTTPTransport
public import Hummingbird
import WebSupport

extension Request {
    /// The posted form.
    ///
    /// - Parameter isLenient: Whether values that can't be decoded are read as well, because another site has made it.
    /// - Throws: ``SignInError/Kind/unreadableForm`` if the body is no form; `HTTPError` as `wholeBody()`.
    public func postedForm(parsingLeniently isLenient: Bool = false) async throws -> FormBody {
        let type = headers.mediaType
        guard type == nil || type == FormBody.contentType else { throw SignInError(.unreadableForm) }
        let bytes = try await wholeBody()
        let form =
            isLenient
            ? FormBody(parsingLeniently: String(buffer: bytes))
            : String(validating: bytes.readableBytesView, as: UTF8.self).flatMap { FormBody(parsing: $0) }
        guard let form else { throw SignInError(.unreadableForm) }
        return form
    }
}
