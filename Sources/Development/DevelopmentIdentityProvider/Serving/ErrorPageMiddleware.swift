import HTTPTypes
import Hummingbird
import Logging
import WebSupport

/// Turns thrown errors into pages.
struct ErrorPageMiddleware<Context: RequestContext>: RouterMiddleware {
    let logger: Logger
    let clientOrigin: String

    func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        do {
            return try await next(request, context)
        } catch let problem as ProviderPageError {
            logger.notice("refused", metadata: ["path": "\(request.uri.path)", "reason": "\(problem.title)"])
            return page(problem.title, problem.message, problem.status, leadsBack: problem.leadsBack)
        } catch let error as any HTTPResponseError {
            var response = page(for: error.status)
            if let allow = try error.response(from: request, context: context).headers[.allow] {
                response.headers[.allow] = allow
            }
            return response
        } catch {
            // The client has hung up.
            if Task.isCancelled { return Response(status: .clientClosedRequest) }
            logger.error("failed", metadata: ["path": "\(request.uri.path)", "error": "\(error)"])
            return page(for: .internalServerError)
        }
    }

    private func page(for status: HTTPResponse.Status) -> Response {
        switch status.kind {
        case .serverError:
            page("Something went wrong", "The provider could not complete the request. Its log says why.", status)
        default:
            page(
                "That is not a page of this provider", "The request failed: \(status.reasonPhrase).", status)
        }
    }

    private func page(_ title: String, _ message: String, _ status: HTTPResponse.Status, leadsBack: Bool = true)
        -> Response
    {
        Response.page(
            ProviderErrorPage(title: title, message: message, clientURL: leadsBack ? "\(clientOrigin)/" : nil),
            status: status)
    }
}
