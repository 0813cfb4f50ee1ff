import HTTPTransport
package import HTTPTypes
package import Hummingbird

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
    package var userAgent: String {
        String(String.UnicodeScalarView((headers[.userAgent] ?? "").unicodeScalars.prefix(300)))
    }
}

extension HTTPFields {
    /// The path and query of the page of this origin that made the request; `nil` if the browser names none.
    package func referrer(at origin: String) -> String? {
        guard let page = self[.referer].flatMap(HTTPURL.init), page.origin == origin else { return nil }
        return page.pathAndQuery
    }
}
