import FoundationEssentials
import HTTPTypes
import Hummingbird

/// The token endpoint and the revocation endpoint (RFC 6749, section 3.2; RFC 7009).
struct TokenController: Sendable {
    let authentication: ClientAuthenticator
    let grants: GrantStore
    let issuer: TokenIssuer
    let now: @Sendable () -> Date

    func token(_ request: Request, _ flow: UserFlow) async throws -> Response {
        try await responding(request) { parameters in
            let clientID = authentication.registration.clientID
            let redeemed: Redeemed
            switch parameters["grant_type"] {
            case "authorization_code": redeemed = try await grants.redeem(try redemption(parameters, flow))
            case "refresh_token":
                guard let token = parameters["refresh_token"] else {
                    throw OAuthError(.invalidRequest, "There is no refresh_token.")
                }
                redeemed = try await grants.refresh(OpaqueToken(token), clientID: clientID, flow: flow)
            case nil: throw OAuthError(.invalidRequest, "There is no grant_type.")
            default:
                throw OAuthError(
                    .unsupportedGrantType, "The grant_type is neither authorization_code nor refresh_token.")
            }
            let scope = redeemed.grant.scope
            return Response.json(
                try await issuer.tokenResponse(
                    redeemed, scope: scope, refreshTokenLifetime: grants.lifetimes.refreshToken))
        }
    }

    /// Revokes a refresh token with all that came from the same grant; access tokens are valid to their end.
    func revoke(_ request: Request) async throws -> Response {
        try await responding(request) { parameters in
            guard let token = parameters["token"] else { throw OAuthError(.invalidRequest, "There is no token.") }
            try await grants.revoke(OpaqueToken(token), clientID: authentication.registration.clientID)
            return Response(status: .ok)
        }
    }

    private func redemption(_ parameters: Parameters, _ flow: UserFlow) throws(OAuthError) -> CodeRedemption {
        guard let code = parameters["code"], let redirectURI = parameters["redirect_uri"],
            let verifier = parameters["code_verifier"]
        else {
            throw OAuthError(.invalidRequest, "The parameters code, redirect_uri and code_verifier are all needed.")
        }
        return CodeRedemption(
            code: OpaqueToken(code), clientID: authentication.registration.clientID, flow: flow,
            redirectURI: redirectURI,
            verifier: verifier)
    }

    private func responding(_ request: Request, _ body: (Parameters) async throws -> Response) async throws -> Response
    {
        do {
            let parameters = try await Parameters(request)
            try authentication.check(request, parameters)
            return try await body(parameters)
        } catch let error as OAuthError {
            return Response.json(error, to: request, at: now())
        } catch let error as HTTPError where error.status == .badRequest {
            return Response.json(
                OAuthError(.invalidRequest, "The form can't be read, or names a parameter twice."), to: request,
                at: now())
        }
    }
}
