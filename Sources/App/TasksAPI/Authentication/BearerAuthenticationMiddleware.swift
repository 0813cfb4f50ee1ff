import Hummingbird
import Logging
import OpenIDConnect

/// Lets a call through if it bears a token that verifies, and notes whose it is.
struct BearerAuthenticationMiddleware: RouterMiddleware {
    let verifier: any AccessTokenVerifying
    let logger: Logger

    func handle(
        _ request: Request, context: TasksAPIContext, next: (Request, TasksAPIContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.owner = try await owner(of: BearerToken(request.headers))
        return try await next(request, context)
    }

    private func owner(of token: BearerToken) async throws(Problem) -> UserKey {
        switch token {
        case .none: throw .unauthorized(nil)
        case .several: throw .severalTokens
        case .malformed: throw .unauthorized("The access token is malformed.")
        case .token(let token): return try await user(of: token)
        }
    }

    private func user(of token: String) async throws(Problem) -> UserKey {
        do {
            return try await verifier.user(of: token)
        } catch {
            switch error {
            case .invalid(let reason):
                TokenEvent.refused.log(to: logger, reason: reason)
                throw .unauthorized("The access token is invalid, expired or not meant for this API.")
            case .identifiesNoUser(let reason):
                TokenEvent.refused.log(to: logger, reason: reason)
                throw .unauthorized("The access token identifies no user.")
            case .authorityUnavailable(let reason):
                TokenEvent.notVerified.log(to: logger, reason: reason)
                throw .authorityUnavailable
            }
        }
    }
}
