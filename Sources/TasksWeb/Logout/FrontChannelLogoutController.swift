import HTTPTransport
import HTTPTypes
import Hummingbird
import OpenIDConnect
import SessionRegistry

/// Ends the sessions that a page of the provider's names, in a frame of its own (OpenID Connect Front-Channel Logout
/// 1.0).
///
/// Anybody can call it, and no cookie of ours comes with a frame of another site: it goes by `iss` and `sid` alone,
/// ends what they name, and revokes nothing at the provider.
struct FrontChannelLogoutController: Sendable {
    let relyingParty: RelyingParty
    let register: SessionRegister
    let configuration: TasksWebConfiguration

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get(RouterPath(SitePath.frontChannelLogout)) { request, context in try await end(request, context) }
    }

    private func end(_ request: Request, _ context: WebContext) async throws -> Response {
        if let query = FormBody(parsing: request.uri.query ?? ""), let issuer = query[single: "iss"],
            let session = query[single: "sid"],
            !session.isEmpty, !session.utf8.contains(0), try await isOurs(issuer)
        {
            try await register.endAll(.providerSession(session, issuer: issuer))
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
                .contentSecurityPolicy: "default-src 'none'; frame-ancestors https: \(configuration.authorityOrigin)",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: "<!doctype html><title>Signed out</title>")))
    }

    /// - Throws: Where that can't be said, since the authority's metadata can't be had.
    private func isOurs(_ issuer: String) async throws -> Bool {
        var fault: OpenIDConnectError?
        for policy in configuration.policies.asked {
            do throws(OpenIDConnectError) {
                if try await relyingParty.isIssuer(issuer, policy: policy) { return true }
            } catch {
                fault = error
            }
        }
        if let fault { throw PageError(fault) }
        return false
    }
}
