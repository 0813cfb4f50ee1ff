package import HTTPTransport
package import HTTPTypes
package import Hummingbird
import NIOCore

/// Who made a request.
package enum RequestSource: Sendable {
    /// A page of this site, or the user.
    case thisSite
    /// A page of another site, or one whose site the browser doesn't name.
    case anotherSite
    /// No field shows it, as with navigations in old browsers.
    case unknown
}

extension Request {
    /// Whether the method is safe, and so may change no state (RFC 9110, section 9.2.1).
    var isSafe: Bool { method.isSafe }

    /// Who made the request, as far as the browser's fields show it.
    ///
    /// A browser sends at least one of the two fields with every POST, and no page can set them. `Sec-Fetch-Site` is
    /// missing over plain HTTP and in old browsers.
    ///
    /// - Parameter origin: The origin of this site.
    package func source(at origin: String) -> RequestSource {
        let site = headers[.secFetchSite]
        if let site, site != "same-origin", site != "none" { return .anotherSite }
        guard let claimed = headers[.origin] else { return site == nil ? .unknown : .thisSite }
        // Without referrers (`Referrer-Policy: no-referrer`) browsers send `null` with the site's own forms.
        return claimed == origin || (claimed == "null" && site == "same-origin") ? .thisSite : .anotherSite
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
