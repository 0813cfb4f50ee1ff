package import HTTPTransport
package import HTTPTypes
package import Hummingbird
import NIOCore

extension Request {
    /// Whether the method is safe, and so may change no state (RFC 9110, section 9.2.1).
    var isSafe: Bool { [.get, .head, .options, .trace].contains(method) }

    /// Whether the browser's fields say that a page of this origin, or the user, made the request.
    ///
    /// `Sec-Fetch-Site` can't be set by a page, and decides; if it is missing, as over plain HTTP and in old browsers,
    /// `Origin` does. A browser sends one of the two with every POST.
    func isMade(by origin: String) -> Bool {
        if let site = headers[.secFetchSite] { return site == "same-origin" || site == "none" }
        return headers[.origin] == origin
    }

    /// Whether no field shows that a page of another site made the request; navigations by GET may have no such field.
    package func mayCome(from origin: String) -> Bool {
        if let site = headers[.secFetchSite], site != "same-origin", site != "none" { return false }
        if let claimed = headers[.origin], claimed != origin { return false }
        return true
    }

    /// The browser's `User-Agent`, shortened.
    var userAgent: String { String(String.UnicodeScalarView((headers[.userAgent] ?? "").unicodeScalars.prefix(300))) }

    /// The posted form.
    ///
    /// - Parameter isLenient: Whether values that can't be decoded are read as well, because another site has made it.
    /// - Throws: ``SignInError/Kind/unreadableForm`` if the body is no form; `HTTPError` 413 if it has more than 64
    ///   KiB, 400 if it broke off, because the client hung up.
    package func postedForm(parsingLeniently isLenient: Bool = false) async throws -> FormBody {
        let type = headers.mediaType
        guard type == nil || type == FormBody.contentType else { throw SignInError(.unreadableForm) }
        if let length = headers.bodyLength, length > Self.maximumFormBytes {
            throw HTTPError(.contentTooLarge)
        }
        let bytes: ByteBuffer
        do {
            bytes = try await body.collect(upTo: Self.maximumFormBytes)
        } catch is NIOTooManyBytesError {
            throw HTTPError(.contentTooLarge)
        } catch {
            throw HTTPError(.badRequest)
        }
        let form =
            isLenient
            ? FormBody(parsingLeniently: String(buffer: bytes))
            : String(validating: bytes.readableBytesView, as: UTF8.self).flatMap { FormBody(parsing: $0) }
        guard let form else { throw SignInError(.unreadableForm) }
        return form
    }

    private static var maximumFormBytes: Int { 64 * 1024 }
}

extension HTTPFields {
    /// The path and query of the page of this origin that made the request; `nil` if the browser names none.
    package func referrer(at origin: String) -> String? {
        guard let page = self[.referer].flatMap(HTTPURL.init), page.origin == origin else { return nil }
        return page.pathAndQuery
    }
}
