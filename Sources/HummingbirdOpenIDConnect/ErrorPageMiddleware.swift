import Hummingbird

/// Shows the application's pages for errors of the sign-in.
struct ErrorPageMiddleware<Context: SignInRequestContext>: RouterMiddleware {
    let site: WebSignIn
    let hooks: SignInHooks<Context>

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as SignInError {
            guard site.redirect(for: error, request: request, context: context) == nil,
                var response = try await hooks.errorPage(error, request, context)
            else { throw error }
            error.addFields(to: &response)
            return response
        }
    }
}
