import HTTPTypes
import Hummingbird

/// Treats a method that nobody knows as one that no route takes, so that a known path answers it with 405 too.
struct UnknownMethodResponder<Base: HTTPResponder>: HTTPResponder {
    let base: Base

    func respond(to request: Request, context: Base.Context) async throws -> Response {
        guard !AllowedMethods.known.contains(request.method) else {
            return try await base.respond(to: request, context: context)
        }
        var head = request.head
        head.method = AllowedMethods.takenByNone
        return try await base.respond(to: Request(head: head, body: request.body), context: context)
    }
}
