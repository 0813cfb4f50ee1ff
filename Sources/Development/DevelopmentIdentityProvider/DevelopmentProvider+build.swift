import HTTPTransport
import HTTPTypes
package import Hummingbird
import PageSupport

extension DevelopmentProvider {
    /// The routes, for the server that is to carry them.
    package func buildRouter<Context: RequestContext>(context: Context.Type = BasicRequestContext.self) -> Router<
        Context
    > {
        let router = Router(context: context, options: .autoGenerateHeadEndpoints)
        router.addMiddleware {
            ProtectiveFieldsMiddleware(clientOrigin: registration.redirectURI.origin)
            ErrorPageMiddleware(logger: logger, clientOrigin: registration.redirectURI.origin)
        }
        addProtocol(to: router, .path)
        addProtocol(to: router, .query)
        addSteps(to: router)
        for asset in PublicFiles.all {
            // Its name changes with its content.
            let headers: HTTPFields = [
                .contentType: asset.contentType, .cacheControl: "public, max-age=31536000, immutable",
            ]
            let body = ByteBuffer(bytes: asset.plain)
            router.get(RouterPath(asset.path)) { _, _ in
                Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
            }
        }
        return router
    }

    private func addProtocol(to router: Router<some RequestContext>, _ style: ProviderURLs.Style) {
        func path(_ endpoint: ProviderURLs.Endpoint) -> RouterPath { RouterPath(ProviderURLs.route(endpoint, style)) }
        router.get(path(.metadata)) { metadata.metadata(try FlowAddress($0, $1)) }
        router.get(path(.keys)) {
            _ = try FlowAddress($0, $1)
            return metadata.keys()
        }
        router.get(path(.authorize)) { try await authorization.authorize($0, FlowAddress($0, $1).flow) }
        router.post(path(.authorize)) { try await authorization.authorize($0, FlowAddress($0, $1).flow) }
        router.post(path(.token)) { try await tokens.token($0, FlowAddress($0, $1).flow) }
        router.post(path(.revoke)) {
            _ = try FlowAddress($0, $1)
            return try await tokens.revoke($0)
        }
        router.get(path(.logout)) {
            _ = try FlowAddress($0, $1)
            return try await logout.logOut($0)
        }
        router.post(path(.logout)) {
            _ = try FlowAddress($0, $1)
            return try await logout.logOut($0)
        }
    }

    private func addSteps(to router: Router<some RequestContext>) {
        let step = RouterPath(ProviderURLs.stepRoute)
        router.get(step) { try await steps.show($0, FlowAddress($0, $1).flow, $1.parameters.get("step")) }
        router.post(step) { try await steps.submit($0, FlowAddress($0, $1).flow, $1.parameters.get("step")) }
        for leaving in FormExit.allCases {
            router.get(RouterPath(ProviderURLs.route(leaving))) {
                try await steps.leave($0, FlowAddress($0, $1).flow, leaving)
            }
        }
    }
}
