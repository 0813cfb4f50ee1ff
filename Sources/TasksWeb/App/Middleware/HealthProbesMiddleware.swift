import HTTPTransport
import HTTPTypes
import Hummingbird
import NIOCore
import OpenIDConnect
import SessionStorage

/// Serves `/healthz`, whether the process is alive, and `/readyz`, whether its dependencies are available.
struct HealthProbesMiddleware: RouterMiddleware {
    /// Timeout of one probe, because callers of `/readyz` don't wait long.
    private static let timeout = Duration.seconds(2)

    /// What the site depends on, and whether it is ready only with it.
    private let dependencies: [(name: String, probe: ReadinessProbe, isNeeded: Bool)]

    init(
        store: any SessionStore, transport: any Transport, breaker: CircuitBreaker,
        configuration: TasksWebConfiguration
    ) {
        // Users of the other authorities can sign in without a further one.
        let authorities = configuration.authorities.map { authority in
            (
                authority.name.map { "authority/\($0)" } ?? "authority", Self.probe(authority), authority.name == nil
            )
        }
        let api = ReadinessProbe {
            guard !breaker.isOpen else { throw PageError(.unavailable(.api)) }
            // An API that is available responds with 401, because the request has no token.
            let timeout = min(configuration.apiTimeout, Self.timeout)
            let response = try await transport.send(TransportRequest(.get, configuration.tasksAPI, timeout: timeout))
            guard response.status.code < 500 else { throw PageError(.unavailable(.api)) }
        }
        let database = ReadinessProbe { try await store.check() }
        dependencies = authorities + [("database", database, true), ("taskWebAPI", api, true)]
    }

    private static func probe(_ authority: SiteAuthority) -> ReadinessProbe {
        let (relyingParty, policies) = (authority.relyingParty, authority.policies.requested)
        return ReadinessProbe {
            // Cached metadata says nothing about the authority now. One policy is enough, because all have one host.
            if let policy = policies.first { try await relyingParty.probe(policy: policy, timeout: Self.timeout) }
            for policy in policies { try await relyingParty.checkReadiness(policy: policy) }
        }
    }

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        guard path == SitePath.alive || path == SitePath.ready else { return try await next(request, context) }
        guard request.method == .get || request.method == .head else {
            throw HTTPError(.methodNotAllowed, headers: [.allow: "GET, HEAD"])
        }
        return path == SitePath.alive ? json(.ok, #"{"status":"alive"}"#) : await readiness()
    }

    private func readiness() async -> Response {
        let found = await withTaskGroup { group in
            for (index, dependency) in dependencies.enumerated() {
                group.addTask { (index, await dependency.probe.isAvailable()) }
            }
            return await group.reduce(into: Array(repeating: false, count: dependencies.count)) { $0[$1.0] = $1.1 }
        }
        let isReady = zip(dependencies, found).allSatisfy { $1 || !$0.isNeeded }
        let listed = zip(dependencies, found).map { #""\#($0.name)":"\#($1 ? "ready" : "away")""# }.joined(
            separator: ",")
        return json(
            isReady ? .ok : .serviceUnavailable,
            #"{"status":"\#(isReady ? "ready" : "not ready")","dependencies":{\#(listed)}}"#)
    }

    private func json(_ status: HTTPResponse.Status, _ text: String) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}

/// Rate-limits the readiness check of one dependency.
///
/// Any client can request `/readyz`. Concurrent callers share a check; frequent ones get the last result, which is a
/// few seconds old.
actor ReadinessProbe {
    /// How many checks in a row are always allowed.
    private static let burst = 5
    /// How long until one more check is allowed.
    private static let interval = Duration.seconds(2)

    private let check: @Sendable () async throws -> Void
    private let now: @Sendable () -> ContinuousClock.Instant
    private var allowed = burst
    private var refilled: ContinuousClock.Instant
    private var running: Task<Bool, Never>?
    private var last = false

    /// - Parameter check: Throws if the dependency is unavailable.
    init(
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        check: @escaping @Sendable () async throws -> Void
    ) {
        self.check = check
        self.now = now
        refilled = now()
    }

    /// Whether the dependency is available.
    func isAvailable() async -> Bool {
        if let running { return await running.value }
        guard mayCheck() else { return last }
        let task = Task { [check] in
            do {
                try await check()
                return true
            } catch {
                return false
            }
        }
        running = task
        last = await task.value
        running = nil
        return last
    }

    private func mayCheck() -> Bool {
        let more = Int(refilled.duration(to: now()) / Self.interval)
        if more > 0 {
            allowed = min(Self.burst, allowed + more)
            refilled = now()
        }
        guard allowed > 0 else { return false }
        allowed -= 1
        return true
    }
}
