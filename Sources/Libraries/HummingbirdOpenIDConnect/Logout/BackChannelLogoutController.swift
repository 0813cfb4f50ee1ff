import Encodings
import HTTPTransport
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import OpenIDConnect
import SessionStorage

/// Ends the sessions that a logout token names, which an authority posts (OpenID Connect Back-Channel Logout 1.0,
/// sections 2.5 to 2.8).
struct BackChannelLogoutController<Context: SignInRequestContext>: Sendable {
    let path: String
    let authorities: [SignInAuthority]
    let rows: SessionRows

    func addRoutes(to router: some RouterMethods<Context>) {
        router.post(RouterPath(path)) { request, context in
            try await end(request, context)
        }
    }

    private func end(_ request: Request, _ context: Context) async throws -> Response {
        let form: FormBody
        do {
            form = try await request.postedForm(parsingLeniently: true)
        } catch let error as any HTTPResponseError where error.status == .contentTooLarge {
            return refusal("the body is too large", .contentTooLarge)
        } catch {
            return refusal("the body is no form")
        }
        guard let raw = form[single: "logout_token"] else {
            return refusal("there is no logout token, or more than one")
        }
        do {
            let (authority, token) = try await verify(raw)
            guard let sessions = sessions(of: token, at: authority) else {
                return refused("the token names neither a user nor a session", authority, context)
            }
            let value = OneTimeValue(
                Array("logout token \(token.issuer) \(token.tokenID)".utf8), expires: token.expiry)
            // The last transaction consumes it, because a token that was consumed without its whole effect would be
            // refused when it is sent again.
            guard try await rows.endAll(sessions, because: .backChannel, consuming: value) else {
                return refused("the token has been used", authority, context)
            }
            return Response(status: .ok, headers: [.cacheControl: "no-store"])
        } catch let error as OpenIDConnectError {
            SignInEvent.logoutTokenRefused.log(to: context.logger, error: error)
            // Section 2.8 requires 400 for any failure, but a provider doesn't send a token again after that.
            guard !error.kind.isProvidersFault else {
                return refusal(
                    "the keys that verify the token can't be had just now", .serviceUnavailable,
                    "temporarily_unavailable")
            }
            return refusal("the token does not verify")
        }
    }

    /// The authority that issued the token.
    ///
    /// If none verified it, an authority's failure comes first, because its keys might have verified the token.
    private func verify(_ raw: String) async throws(OpenIDConnectError) -> (SignInAuthority, LogoutToken) {
        var refusal: OpenIDConnectError?
        for authority in authorities {
            do {
                return (
                    authority,
                    try await authority.relyingParty.verifyLogoutToken(raw, policies: authority.policies)
                )
            } catch {
                if refusal?.kind.isProvidersFault != true { refusal = error }
            }
        }
        throw refusal ?? OpenIDConnectError(.invalidLogoutToken, "there is no authority")
    }

    /// The sessions that a token ends: the one that it names, or else all with its `sub` that had started before.
    private func sessions(of token: LogoutToken, at authority: SignInAuthority) -> SessionGroup? {
        if let session = token.sessionID {
            return .providerSession(session, issuer: token.issuer, authority: authority.name)
        }
        let scope = authority.relyingParty.users.scope(ofIssuer: token.issuer)
        return token.subject.map { .subject($0, scope: scope, authority: authority.name, startedBy: token.issuedAt) }
    }

    /// The refusal of a token that verifies.
    private func refused(_ reason: String, _ authority: SignInAuthority, _ context: Context) -> Response {
        SignInEvent.logoutTokenRefused.log(
            to: context.logger, ["reason": "\(reason)", "authority": "\(authority.name)"])
        return refusal(reason)
    }

    private func refusal(
        _ reason: String, _ status: HTTPResponse.Status = .badRequest, _ error: String = "invalid_request"
    ) -> Response {
        let json = JSONValue.object(
            JSONObject(members: [.init("error", .string(error)), .init("error_description", .string(reason))]))
        var headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
        if status == .serviceUnavailable { headers[.retryAfter] = "\(RetryAfter.usual)" }
        return Response(
            status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: json.text)))
    }
}
