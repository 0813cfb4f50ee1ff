import HTTPTransport
import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import NIOCore
import OpenIDConnect
import SessionStorage

/// Responds at `/healthz` whether the process is alive, and at `/readyz` whether its dependencies are available.
struct HealthProbes: Sendable {
    static let paths = [SitePath.alive, SitePath.ready]

    /// The dependencies of the site, and whether it is ready only with each.
    private let dependencies: [(name: String, probe: ReadinessProbe, isNeeded: Bool)]

    /// - Parameter checkTasks: Throws if the embedded tasks API can't use its store.
    init(
        store: any SessionStore, endings: EndedSessions, transport: any Transport, breaker: CircuitBreaker,
        configuration: TasksWebConfiguration, checkTasks: @escaping @Sendable () async throws -> Void = {}
    ) {
        // Users of the other authorities can sign in without a further one.
        let authorities = configuration.authorities.map { authority in
            (
                authority.siteName.map { "authority/\($0)" } ?? "authority", Self.probe(authority),
                authority.siteName == nil
            )
        }
        let api = ReadinessProbe {
            guard !breaker.isOpen else { throw ReadinessFault.suspended }
            // An API that is available responds with 401, because the request has no token.
            let timeout = min(configuration.apiTimeout, ReadinessProbe.timeout)
            let response = try await transport.send(TransportRequest(.get, configuration.tasksAPI, timeout: timeout))
            guard response.status.code < 500 else { throw ReadinessFault(status: response.status.code) }
            // The embedded one responds with 401 before it uses its store.
            do { try await checkTasks() } catch { throw ReadinessFault.storageFailed }
        }
        let database = ReadinessProbe {
            try await store.check()
            // Until then no cookie is accepted.
            guard endings.isCaughtUp else { throw ReadinessFault.endingsUnread }
        }
        dependencies = authorities + [("database", database, true), ("taskWebAPI", api, true)]
    }

    private static func probe(_ authority: SignInAuthority) -> ReadinessProbe {
        let (relyingParty, policies) = (authority.relyingParty, authority.routes.map(\.policy))
        return ReadinessProbe {
            // Cached metadata says nothing about the authority now. One policy is enough: all have one host.
            if let policy = policies.first {
                try await relyingParty.probe(policy: policy, timeout: ReadinessProbe.timeout)
            }
            for policy in policies { try await relyingParty.checkReadiness(policy: policy) }
        }
    }

    /// The response of the probe at one of ``paths``.
    ///
    /// - Throws: `HTTPError` if the method is another than GET and HEAD.
    @inline(never)  // frame
    func response(at path: String, to request: Request, _ context: WebContext) async throws(HTTPError) -> Response {
        context.coreContext.endpointPath.value = path
        guard request.method == .get || request.method == .head else {
            throw HTTPError(.methodNotAllowed, headers: [.allow: "GET, HEAD"])
        }
        return path == SitePath.alive ? json(.ok, #"{"status":"alive"}"#) : await readiness()
    }

    private func readiness() async -> Response {
        let found = await withTaskGroup { group in
            for (index, dependency) in dependencies.enumerated() {
                group.addTask { (index, await dependency.probe.fault()) }
            }
            return await group.reduce(into: Array(repeating: ReadinessFault?.none, count: dependencies.count)) {
                $0[$1.0] = $1.1
            }
        }
        let faults = zip(dependencies, found)
        let isReady = faults.allSatisfy { $1 == nil || !$0.isNeeded }
        let states = faults.map { ($0.name, $1 == nil ? "ready" : "away") }
        let reasons = faults.compactMap { dependency, fault in fault.map { (dependency.name, $0.reason) } }
        return json(
            isReady ? .ok : .serviceUnavailable,
            #"{"status":"\#(isReady ? "ready" : "not ready")","dependencies":\#(object(states))"#
                + (reasons.isEmpty ? "}" : #","reasons":\#(object(reasons))}"#))
    }

    /// A JSON object of texts that need no escaping.
    private func object(_ members: [(String, String)]) -> String {
        "{\(members.map { #""\#($0)":"\#($1)""# }.joined(separator: ","))}"
    }

    private func json(_ status: HTTPResponse.Status, _ text: String) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
