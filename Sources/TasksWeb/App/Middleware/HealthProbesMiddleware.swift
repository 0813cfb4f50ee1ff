import HTTPTransport
import HTTPTypes
import Hummingbird
import NIOCore
import OpenIDConnect
import SessionStorage

/// Says whether the process is alive, and whether what it depends on is there.
struct HealthProbesMiddleware: RouterMiddleware {
    /// How long one question may take, so that a readiness probe gets a timely response.
    private static let timeout = Duration.seconds(2)

    private let dependencies: [(name: String, probe: ReadinessProbe)]

    init(
        relyingParty: RelyingParty, store: any SessionStore, transport: any Transport,
        configuration: TasksWebConfiguration
    ) {
        let authority = ReadinessProbe {
            let policies = configuration.policies.requested
            // Cached metadata says nothing of the authority as it is now. One policy's will do: they are
            // at one place.
            if let policy = policies.first { try await relyingParty.probe(policy: policy, timeout: Self.timeout) }
            for policy in policies { try await relyingParty.checkReadiness(policy: policy) }
        }
        let api = ReadinessProbe {
            // 401 is what an API says to a call without a token: it is there.
            let timeout = min(configuration.apiTimeout, Self.timeout)
            let answer = try await transport.send(TransportRequest(.get, configuration.tasksAPI, timeout: timeout))
            guard answer.status.code < 500 else { throw PageError(.unavailable(.api)) }
        }
        let database = ReadinessProbe { try await store.check() }
        dependencies = [("authority", authority), ("database", database), ("taskWebAPI", api)]
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
                group.addTask { (index, await dependency.probe.isThere()) }
            }
            return await group.reduce(into: Array(repeating: false, count: dependencies.count)) { $0[$1.0] = $1.1 }
        }
        let isReady = found.allSatisfy(\.self)
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

/// Asks one thing that the site depends on whether it is there, not more often than it may be troubled.
///
/// Anybody can ask for readiness: those who ask at the same time share one answer, and who asks on and on gets the last
/// one, a few seconds old.
actor ReadinessProbe {
    /// How often in a row it is asked in any case.
    private static let burst = 5
    /// How long until one more question is allowed.
    private static let interval = Duration.seconds(2)

    private let check: @Sendable () async throws -> Void
    private let now: @Sendable () -> ContinuousClock.Instant
    private var allowed = burst
    private var refilled: ContinuousClock.Instant
    private var running: Task<Bool, Never>?
    private var last = false

    /// - Parameter check: Throws if the service is unreachable.
    init(
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        check: @escaping @Sendable () async throws -> Void
    ) {
        self.check = check
        self.now = now
        refilled = now()
    }

    /// Whether it is there.
    func isThere() async -> Bool {
        if let running { return await running.value }
        guard mayAsk() else { return last }
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

    private func mayAsk() -> Bool {
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
