import HTTPTransport
import HTTPTypes
import Hummingbird

/// Every path and URL of the provider: the routes, the metadata and the pages take them from here.
struct ProviderURLs: Sendable {
    /// How a URL names the flow: as a segment of the path or as `p=` in the query.
    ///
    /// B2C takes both.
    enum Style: Sendable {
        case path
        case query
    }

    /// The protocol's endpoints of a flow.
    enum Endpoint: String, Sendable {
        case metadata = "v2.0/.well-known/openid-configuration"
        case keys = "discovery/v2.0/keys"
        case authorize = "oauth2/v2.0/authorize"
        case token = "oauth2/v2.0/token"
        case revoke = "oauth2/v2.0/revoke"
        case logout = "oauth2/v2.0/logout"
    }

    static let tenant = "dev.example"
    /// The tenant's identifier, which stands in the issuer as it does in B2C's.
    static let tenantID = "6a1f2c39-58d4-4b7e-9c02-d3e0f7a8b154"

    let origin: String

    /// One issuer for all flows, which none of the metadata's URLs starts with: as B2C has it, and as relying parties
    /// must bear.
    var issuer: String { "\(origin)/\(Self.tenantID)/v2.0/" }

    func url(_ endpoint: Endpoint, of flow: UserFlow, _ style: Style) -> String {
        switch style {
        case .path: "\(origin)/\(Self.tenant)/\(flow.rawValue)/\(endpoint.rawValue)"
        case .query: "\(origin)/\(Self.tenant)/\(endpoint.rawValue)?p=\(flow.rawValue)"
        }
    }

    static func route(_ endpoint: Endpoint, _ style: Style) -> String {
        style == .path ? "/\(tenant)/:policy/\(endpoint.rawValue)" : "/\(tenant)/\(endpoint.rawValue)"
    }

    /// The page of a step; a path alone, so that a browser stays at the host that it came by.
    static func path(_ step: StepName, of flow: UserFlow) -> String {
        "/\(tenant)/\(flow.rawValue)/steps/\(step.rawValue)"
    }

    static func path(_ leaving: FormExit, of flow: UserFlow) -> String {
        "/\(tenant)/\(flow.rawValue)/\(leaving.rawValue)"
    }

    static let stepRoute = "/\(tenant)/:policy/steps/:step"

    static func route(_ leaving: FormExit) -> String { "/\(tenant)/:policy/\(leaving.rawValue)" }
}

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
