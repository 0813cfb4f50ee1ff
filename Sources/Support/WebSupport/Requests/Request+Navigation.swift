import HTTPTypes
package import Hummingbird

extension Request {
    /// Whether the user's browser navigates to a page, and doesn't fetch something for one (Fetch Metadata Request
    /// Headers).
    ///
    /// A request that can't be distinguished from a navigation counts as one, for example without `Sec-Fetch-Mode` and
    /// `Accept`.
    package var isNavigation: Bool {
        if let mode = headers[.secFetchMode], mode != "navigate" { return false }
        if isPrefetch { return false }
        var isAnything = true
        for field in headers where field.name == .accept {
            // Fast path, because browsers list `text/html` first.
            if field.value.hasPrefix("text/html") { return true }
            let accept = field.value.lowercased()
            if ["text/html", "application/xhtml+xml", "*/*"].contains(where: accept.contains) { return true }
            isAnything = false
        }
        return isAnything
    }

    /// Whether the browser fetches the page before the user wants it.
    ///
    /// Browsers say so in `Sec-Purpose`, and earlier ones in other fields.
    package var isPrefetch: Bool {
        Self.prefetchPurposes.contains { name, purposes in
            headers[name].map { value in purposes.contains(where: value.lowercased().contains) } ?? false
        }
    }

    /// Whether the request only previews a GET, so that it may change nothing: a HEAD, or a prefetch.
    package var isTentative: Bool { method == .head || isPrefetch }

    private static let prefetchPurposes: [(HTTPField.Name, [String])] = [
        (.secPurpose, ["prefetch"]), (.purpose, ["prefetch"]), (.xMoz, ["prefetch"]),
        (.xPurpose, ["prefetch", "preview"]),
    ]

    /// The target of the request as a path and its query.
    package var target: String { uri.query.map { "\(uri.path)?\($0)" } ?? uri.path }
}
