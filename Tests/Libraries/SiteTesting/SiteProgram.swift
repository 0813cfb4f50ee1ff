package import HTTPTransport
package import Hummingbird
package import HummingbirdOpenIDConnect
package import ServiceLifecycle
import TestSupport

/// An application that serves a site, before it is started.
package struct SiteProgram {
    package let signIn: WebSignIn
    /// The routes, each as its method and its path.
    package let routes: [String]
    package let service: (_ onListening: @escaping @Sendable (Int) async -> Void) throws -> any Service

    package init(
        _ signIn: WebSignIn, _ router: Router<some RequestContext>,
        service: @escaping (_ onListening: @escaping @Sendable (Int) async -> Void) throws -> any Service
    ) {
        self.signIn = signIn
        self.service = service
        routes = router.routes.map { "\($0.method.rawValue) \($0.path)" }
    }

    /// An application with a router, as any user of the library runs it.
    package init(_ signIn: WebSignIn, _ router: Router<BasicSignInRequestContext>, at url: HTTPURL) {
        self.init(signIn, router) { onListening in
            let port = url.port ?? 0
            return Application(
                router: router,
                configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
                onServerRunning: { _ in await onListening(port) }, logger: .silent)
        }
    }
}
