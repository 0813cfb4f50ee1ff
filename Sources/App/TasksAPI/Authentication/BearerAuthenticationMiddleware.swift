import FoundationEssentials
import Hummingbird
import Logging
import OpenIDConnect

/// Lets a call through if it bears a token that verifies, and notes whose it is; a deletion may need a recent sign-in.
struct BearerAuthenticationMiddleware: RouterMiddleware {
    let verifier: any AccessTokenVerifying
    /// How long ago the user of a deletion may have authenticated.
    let deleteMaxAge: Duration?
    let logger: Logger
    let now: @Sendable () -> Date

    func handle(
        _ request: Request, context: TasksAPIContext, next: (Request, TasksAPIContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let bearer = try await bearer(of: BearerToken(request.headers))
        if request.method == .delete, let deleteMaxAge { try checkAuthentication(of: bearer, deleteMaxAge) }
        context.owner = bearer.user
        return try await next(request, context)
    }

    /// Refuses a user who has authenticated too long ago (RFC 9470, section 3).
    private func checkAuthentication(of bearer: Bearer, _ maxAge: Duration) throws(Problem) {
        let seconds = maxAge.components.seconds
        guard let authTime = bearer.authTime else {
            TokenEvent.refused.log(to: logger, reason: "it has no auth_time, which deleteMaxAge needs")
            throw .insufficientAuthentication("The access token has no auth_time.", maxAge: seconds)
        }
        guard now().timeIntervalSince1970.rounded(.down) - authTime <= Double(seconds) else {
            throw .insufficientAuthentication("The last authentication is too long ago to delete.", maxAge: seconds)
        }
    }

    private func bearer(of token: BearerToken) async throws(Problem) -> Bearer {
        switch token {
        case .none: throw .unauthorized(nil)
        case .several: throw .severalTokens
        case .malformed: throw .unauthorized("The access token is malformed.")
        case .token(let token): return try await bearer(of: token)
        }
    }

    private func bearer(of token: String) async throws(Problem) -> Bearer {
        do {
            return try await verifier.bearer(of: token)
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
