import HTTPTransport
import HTTPTypes
import Hummingbird
import SealedCookies

/// Lets a POST through only if it comes from a page of this site and of this session.
///
/// Browsers say where a request comes from (`Sec-Fetch-Site`, `Origin`); the sealed field says of which session the page was.
struct FormProtection: RouterMiddleware {
    let codec: SealedCookieCodec
    let origin: String
    let clock: Clock
    /// The paths that are posted to from elsewhere, each with proof of its own.
    let exempt: Set<String>

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .post, !exempt.contains(request.uri.path) else { return try await next(request, context) }
        let text = try await request.formText()
        guard let session = context.slot.session else { return try await next(request, context) }
        guard let form = FormBody(parsing: text) else { throw PageError(.notAForm) }
        guard comesFromThisSite(request), let field = form[single: "csrf"],
            CSRFToken(opening: field, codec: codec, now: clock.now()) == CSRFToken(session)
        else { throw PageError(.forged, kept: form[single: "task"], retry: request.uri.path) }
        var context = context
        context.form = form
        return try await next(request, context)
    }

    private func comesFromThisSite(_ request: Request) -> Bool {
        if let site = request.headers[.secFetchSite], site != "same-origin", site != "none" { return false }
        if let claimed = request.headers[.origin], claimed != origin { return false }
        return true
    }
}
