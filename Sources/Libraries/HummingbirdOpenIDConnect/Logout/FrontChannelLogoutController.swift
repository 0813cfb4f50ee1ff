import HTTPTransport
import HTTPTypes
import Hummingbird
import NIOCore
import OpenIDConnect
import SessionStorage
import WebSupport

/// Ends the session that a page of an authority's names, in a frame (OpenID Connect Front-Channel Logout 1.0).
///
/// Any site can load it, and a frame of another site sends no cookie. So it ends the sessions of `iss` and `sid`, and
/// revokes no tokens.
struct FrontChannelLogoutController<Context: SignInRequestContext>: Sendable {
    let path: String
    let authorities: [SignInAuthority]
    let rows: SessionRows

    func addRoutes(to router: some RouterMethods<Context>) {
        router.get(RouterPath(path)) { request, _ in try await end(request) }
    }

    private func end(_ request: Request) async throws -> Response {
        if !request.isTentative, let query = FormBody(parsingLeniently: request.uri.query ?? ""),
            let issuer = query[single: "iss"],
            let session = query[single: "sid"], ProviderSessionID.isUsable(session), !issuer.isEmpty,
            !issuer.utf8.contains(0)
        {
            // A session has the issuer of its verified ID token, so the authority's metadata isn't needed.
            try await rows.endAll(.providerSession(session, issuer: issuer, authority: nil), because: .frontChannel)
        }
        let origins = authorities.map(\.relyingParty.configuration.authority.origin).joined(separator: " ")
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
                .contentSecurityPolicy: "default-src 'none'; frame-ancestors https: \(origins)",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: "<!doctype html><title>Signed out</title>")))
    }
}
