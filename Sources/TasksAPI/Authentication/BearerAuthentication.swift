import Hummingbird
import Logging

/// Lets a call through if it bears a token that verifies, and notes whose it is.
struct BearerAuthentication: RouterMiddleware {
    let verifier: any AccessTokenVerifying
    let logger: Logger

    func handle(
        _ request: Request, context: TasksAPIContext, next: (Request, TasksAPIContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.owner = try await owner(of: BearerToken(request.headers))
        return try await next(request, context)
    }

    private func owner(of token: BearerToken) async throws(Problem) -> String {
        switch token {
        case .none: throw .unauthorized(nil)
        case .several: throw .severalTokens
        case .malformed: throw .unauthorized("The access token is malformed.")
        case .token(let token):
            guard let owner = try await claims(of: token).owner else {
                logger.info("token refused", metadata: ["reason": "neither oid nor sub names a person"])
                throw .unauthorized("The access token names no person.")
            }
            return owner
        }
    }

    private func claims(of token: String) async throws(Problem) -> AccessTokenClaims {
        do {
            return try await verifier.verify(token)
        } catch {
            switch error {
            case .invalid(let reason):
                logger.info("token refused", metadata: ["reason": "\(reason)"])
                throw .unauthorized("The access token is invalid, expired or not meant for this API.")
            case .authorityUnavailable(let reason):
                logger.warning("token not verified", metadata: ["reason": "\(reason)"])
                throw .authorityUnavailable
            }
        }
    }
}
