import HTTPTransport
import HTTPTypes
import Hummingbird

/// The flow that a request's URL names, and how it names it.
struct FlowAddress: Sendable {
    let flow: UserFlow
    let style: ProviderURLs.Style

    /// Reads the path's parameter, else the query's `p`.
    ///
    /// A flow that doesn't exist is a page that doesn't exist.
    init(_ request: Request, _ context: some RequestContext) throws {
        let segment = context.parameters.get("policy")
        let query = FormBody(parsing: request.uri.query ?? "")
        guard let name = segment ?? query?[single: "p"], let flow = UserFlow(name: name) else {
            throw HTTPError(.notFound)
        }
        self.flow = flow
        style = segment == nil ? .query : .path
    }
}
