import HTTPTypes
import Hummingbird
import Logging
import TaskCore
import WebSupport

/// Turns every error into its problem document, and keeps all responses out of caches and pages, because they are one
/// user's data.
struct ProblemMiddleware: RouterMiddleware {
    let logger: Logger

    func handle(
        _ request: Request, context: TasksAPIContext, next: (Request, TasksAPIContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            response = problem(of: error).response
        }
        response.headers[.cacheControl] = "no-store"
        response.headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
        response.headers[.xContentTypeOptions] = "nosniff"
        return response
    }

    private func problem(of error: any Error) -> Problem {
        switch error {
        case let problem as Problem:
            return problem
        case let error as HTTPError:
            var problem = Problem(error.status, error.body)
            problem.headers = error.headers
            return problem
        case let error as any HTTPResponseError:
            return Problem(error.status, nil)
        case let error as TaskStoreUnavailableError:
            logger.error("the tasks can't be reached", metadata: ["reason": "\(error)"])
            return .storeUnavailable
        case is BulkChangeUnderWayError:
            return .bulkChangeUnderWay
        case is TaskChangedError:
            return .taskChanged
        case let error as TaskLimitError:
            return .unprocessable("There can't be more than \(error.limit) tasks. Delete some first.")
        case is CancellationError:
            // The client hung up, or the server is shutting down.
            return Problem(.clientClosedRequest, nil)
        default:
            logger.error("call failed", metadata: ["error": "\(error)"])
            return Problem(.internalServerError, nil)
        }
    }
}
