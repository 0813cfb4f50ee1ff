import FoundationEssentials
import HTTPTransport
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import OpenIDConnect
import SessionRegistry

/// Ends the sessions that a logout token names, which the provider posts (OpenID Connect Back-Channel Logout 1.0,
/// sections 2.5 to 2.8).
struct BackChannelLogoutController: Sendable {
    let relyingParty: RelyingParty
    let register: SessionRegister
    let configuration: TasksWebConfiguration

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.post(RouterPath(SitePath.backChannelLogout)) { request, context in try await end(request, context) }
    }

    private func end(_ request: Request, _ context: WebContext) async throws -> Response {
        let text: String
        do {
            text = try await request.formText()
        } catch let error as any HTTPResponseError where error.status == .contentTooLarge {
            return refusal("the body is too large", .contentTooLarge)
        } catch {
            return refusal("the body is no form")
        }
        guard let raw = FormBody(parsing: text)?[single: "logout_token"] else {
            return refusal("there is no logout token, or more than one")
        }
        do {
            let token = try await relyingParty.verifyLogoutToken(raw, policies: configuration.policies.asked)
            let name = Array("logout token \(token.issuer) \(token.tokenID)".utf8)
            guard let sessions = sessions(of: token) else {
                return refusal("the token names neither a person nor a session")
            }
            // In one step: a token that was spent and ended nothing would be refused when the provider tries again.
            guard try await register.endAll(sessions, spending: name, until: token.expiry) else {
                return refusal("the token has been used")
            }
            return Response(status: .ok, headers: [.cacheControl: "no-store"])
        } catch let error as OpenIDConnectError {
            context.logger.notice("logout token refused", metadata: ["reason": "\(error)"])
            // Section 2.8 has 400 for whatever failed; but who is told that a token is bad doesn't send it again.
            guard !error.kind.isProvidersFault else {
                return refusal(
                    "the keys that verify the token can't be had just now", .serviceUnavailable,
                    "temporarily_unavailable")
            }
            return refusal("the token does not verify")
        }
    }

    /// The sessions that a token ends: the one that it names, else all that had started by then and whose ID token had
    /// its `sub`.
    private func sessions(of token: LogoutToken) -> SessionGroup? {
        if let session = token.sessionID { return .providerSession(session, issuer: token.issuer) }
        let scope = relyingParty.users.scope(ofIssuer: token.issuer)
        return token.subject.map { .subject($0, scope: scope, startedBy: token.issuedAt) }
    }

    private func refusal(
        _ reason: StaticString, _ status: HTTPResponse.Status = .badRequest, _ error: StaticString = "invalid_request"
    ) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(
                byteBuffer: ByteBuffer(string: #"{"error":"\#(error)","error_description":"\#(reason)"}"#)))
    }
}
