import HTTPTransport
import Hummingbird
import WebSupport

/// The pages of the site that a sign-in may return to.
struct ReturnPaths: Sendable {
    let origin: String
    /// Paths that, with all below them, no user returns to.
    let excluded: [String]

    /// The page of a request; for a form, the page with the form.
    func page(of request: Request) -> String? {
        let isPage = request.method == .get || request.method == .head
        return path(isPage ? request.target : request.headers.referrer(at: origin))
    }

    /// A path to return to; `nil` for anything that isn't a page of this site.
    func path(_ text: String?) -> String? {
        guard let path = LocalPath(text), !excluded.contains(where: { path.isIn($0) }) else { return nil }
        return path.value
    }
}
