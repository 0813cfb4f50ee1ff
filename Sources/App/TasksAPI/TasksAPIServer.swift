package import FoundationEssentials
package import HTTPServer
import HTTPTransport
import HTTPTypes
import Hummingbird
package import Logging
package import NIOCore
package import ServiceLifecycle
package import TaskCore
import WebSupport

/// The tasks API: the tasks of the user whose access token a request bears.
package struct TasksAPIServer: Sendable {
    private let store: any TaskStore
    private let verifier: any AccessTokenVerifying
    private let deleteMaxAge: Duration?
    private let logger: Logger
    private let now: @Sendable () -> Date

    /// An API over a store.
    ///
    /// - Parameters:
    ///   - verifier: Verifies the access token of each request and identifies its user.
    ///   - deleteMaxAge: How long ago the user may have authenticated to delete; parts of a second are cut off.
    package init(
        store: any TaskStore, verifier: any AccessTokenVerifying, deleteMaxAge: Duration? = nil, logger: Logger,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.store = store
        self.verifier = verifier
        self.deleteMaxAge = deleteMaxAge
        self.logger = logger
        self.now = now
    }

    /// The API as a server for this machine.
    ///
    /// - Parameter onListening: Called with the port once connections are accepted.
    package func service(
        listen address: ListenAddress, group: any EventLoopGroup,
        onListening: @escaping @Sendable (Int) async -> Void
    ) -> any Service {
        WebServer(
            router: buildRouter(), address: address.bindAddress, hosts: .loopback,
            limits: ServerLimits(bodyBytes: Request.maximumBodyBytes), requestIDs: false,
            isDispensable: Self.isDispensable, eventLoopGroupProvider: .shared(group), logger: logger,
            onListening: onListening)
    }

    /// Whether a request may be left unfinished if its client hangs up.
    ///
    /// Such a request changes nothing, or all of a user's tasks, which may take long.
    @Sendable private static func isDispensable(_ request: Request) -> Bool {
        request.method.isSafe || request.method != .post && ["/tasks", "/tasks/"].contains(request.uri.path)
    }

    /// The middleware from the outside in, and the routes.
    func buildRouter() -> Router<TasksAPIContext> {
        let router = Router(context: TasksAPIContext.self, options: .autoGenerateHeadEndpoints)
        // The front end is on this machine, and its calls have the trace of the request that they serve.
        router.add(middleware: TraceMiddleware(proxies: .loopback) { $0.channel.remoteAddress?.ipAddress })
        router.add(middleware: RequestLog(logger))
        router.add(middleware: ProblemMiddleware(logger: logger))

        let tasks = TasksAPIController(store: store)
        router.group("tasks")
            .add(
                middleware: BearerAuthenticationMiddleware(
                    verifier: verifier, deleteMaxAge: deleteMaxAge, logger: logger, now: now)
            )
            .group(context: OwnerContext.self)
            .get(use: tasks.list)
            .post(use: tasks.add)
            .patch(use: tasks.changeAll)
            .delete(use: tasks.deleteSeveral)
            .get(":id", use: tasks.show)
            .patch(":id", use: tasks.change)
            .delete(":id", use: tasks.delete)
        return router
    }
}
