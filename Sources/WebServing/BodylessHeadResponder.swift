import HTTPTypes
import Hummingbird

/// Answers HEAD without a body whatever made the response (RFC 9110, section 9.3.2): a body after it would be taken for
/// the next response.
struct BodylessHeadResponder<Base: HTTPResponder>: HTTPResponder {
    let base: Base

    func respond(to request: Request, context: Base.Context) async throws -> Response {
        let response = try await base.respond(to: request, context: context)
        return request.method == .head ? response.createHeadResponse() : response
    }
}
