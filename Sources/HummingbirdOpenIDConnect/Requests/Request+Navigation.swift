import HTTPTypes
package import Hummingbird

extension Request {
    /// Whether a person's browser goes to a page, and is not fetching something for one (Fetch Metadata Request
    /// Headers).
    ///
    /// What can't be told from a navigation, as with a client that sends neither `Sec-Fetch-Mode` nor `Accept`, counts
    /// as one.
    package var isNavigation: Bool {
        if let mode = headers[.secFetchMode], mode != "navigate" { return false }
        if let purpose = headers[.secPurpose], purpose.contains("prefetch") { return false }
        guard let accept = headers[.accept]?.lowercased() else { return true }
        return ["text/html", "application/xhtml+xml", "*/*"].contains { accept.contains($0) }
    }

    /// The target of the request as a path and its query.
    package var target: String { uri.query.map { "\(uri.path)?\($0)" } ?? uri.path }
}
