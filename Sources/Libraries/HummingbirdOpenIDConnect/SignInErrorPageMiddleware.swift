import Hummingbird
import Logging
import WebSupport

/// Shows the application's pages for errors of the sign-in.
struct SignInErrorPageMiddleware<Context: SignInRequestContext>: RouterMiddleware {
    let site: WebSignIn
    let hooks: SignInHooks<Context>

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as SignInError {
            guard request.isNavigation, site.redirect(for: error, request: request, context: context) == nil,
                var response = await page(for: error, request, context)
            else { throw error }
            response.status = error.status
            error.addFields(to: &response)
            return response
        }
    }

    /// The application's page; `nil` also if it fails.
    private func page(for error: SignInError, _ request: Request, _ context: Context) async -> Response? {
        do {
            return try await hooks.errorPage(error, request, context)
        } catch {
            context.logger.error("the page for an error failed", metadata: ["error": "\(type(of: error))"])
            return nil
        }
    }
}
