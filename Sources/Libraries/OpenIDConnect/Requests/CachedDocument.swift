import PortableFoundation
import Synchronization
import SystemSupport

/// A document of the authority that is fetched on demand and cached; concurrent callers share one fetch.
///
/// Cancelling one caller doesn't cancel the fetch for the others. While the authority is unreachable or slow, the
/// cached document stays in use, and only callers that need a newer one wait and fail.
actor CachedDocument<Value: Sendable> {
    typealias Outcome = Result<Value, OpenIDConnectError>
    typealias Fetched = (value: Value, lifetime: Double)

    /// Minimum interval between a failed fetch and the next, in seconds.
    private static var retryInterval: Double { 5 }
    /// The seconds after its lifetime for which a document is used while the refetch takes long.
    private static var graceAge: Double { 600 }
    /// The seconds after a fetch that failed for which an older document is used so, too.
    private static var graceAfterFault: Double { 60 }

    private let fetch: @Sendable () async throws(OpenIDConnectError) -> Fetched
    private let now: @Sendable () -> Date
    /// How long a refetch may take until callers go on with the cached document.
    private let refetchGrace: Duration
    /// The cached document, outside of the actor's isolation, because each request reads it several times, and each
    /// change of executors would be a turn of the event loop.
    private let cached = Mutex<(fetched: Fetched, at: Date)?>(nil)
    /// The fetch under way, and its outcome if it ends within `refetchGrace`.
    private var running: (outcome: Task<Outcome, Never>, earlyOutcome: Task<Outcome?, Never>)?
    /// When each class of callers last refetched it, by their minimum interval in seconds.
    private var renewed: [Double: Date] = [:]
    private var failed: (error: OpenIDConnectError, at: Date)?

    init(
        refetchGrace: Duration = .milliseconds(500), now: @escaping @Sendable () -> Date,
        fetch: @escaping @Sendable () async throws(OpenIDConnectError) -> Fetched
    ) {
        self.refetchGrace = refetchGrace
        self.now = now
        self.fetch = fetch
    }

    /// The cached document, however old.
    nonisolated var current: Value? { cached.withLock { $0?.fetched.value } }

    /// The document; the cached one if a refetch fails or takes long.
    nonisolated func value() async throws(OpenIDConnectError) -> Value {
        if let fresh { return fresh }
        return try await renewedIfPossible()
    }

    private func renewedIfPossible() async throws(OpenIDConnectError) -> Value {
        // Another caller may have fetched it meanwhile.
        if let fresh { return fresh }
        guard let current else { return try await load().get() }
        if isRecent(failed?.at, within: Self.retryInterval) { return current }
        let fetch = start()
        let outcome = await (mayGoOn ? fetch.earlyOutcome.value : fetch.outcome.value)
        guard case .success(let value) = outcome else { return current }
        return value
    }

    /// Whether callers needn't wait for the end of a refetch: an old document might name a key that was withdrawn long
    /// ago, but if the authority is silent, there is no other.
    private var mayGoOn: Bool {
        isRecent(failed?.at, within: Self.graceAfterFault) || isFresh(for: Self.graceAge)
    }

    /// The document, which must not be older than it may be.
    func freshValue() async throws(OpenIDConnectError) -> Value {
        if let fresh { return fresh }
        return try await load().get()
    }

    /// The document refetched, because the cached one lacks something.
    ///
    /// Rate limits apply per caller class: refetches that untrusted tokens can trigger never delay those for tokens
    /// that this client requested.
    ///
    /// - Returns: The newest document, and whether the refetch was withheld because there was one less than so many
    ///   seconds ago.
    /// - Throws: An error if the last fetch failed, because the authority may nevertheless have the missing entry.
    func renewedValue(notWithin seconds: Double) async throws(OpenIDConnectError) -> (value: Value, isWithheld: Bool) {
        if running == nil {
            // After a fetch that failed the next isn't put off longer than the fault may last.
            let pause = failed == nil ? seconds : min(seconds, Self.retryInterval)
            guard !isRenewed(within: pause, notBy: seconds) else {
                if let failed { throw failed.error }
                return (try await value(), true)
            }
            renewed[seconds] = now()
        }
        return (try await load().get(), false)
    }

    private func isRenewed(within pause: Double, notBy seconds: Double) -> Bool {
        renewed.contains { $0.key <= seconds && isRecent($0.value, within: pause) }
    }

    private nonisolated var fresh: Value? {
        guard let cached = cached.withLock({ $0 }), isRecent(cached.at, within: cached.fetched.lifetime) else {
            return nil
        }
        return cached.fetched.value
    }

    /// Whether the cached document's lifetime has ended at most so many seconds ago.
    private func isFresh(for seconds: Double) -> Bool {
        cached.withLock { $0 }.map { isRecent($0.at, within: $0.fetched.lifetime + seconds) } ?? false
    }

    /// After the clock was set back, a document must not stay cached for ever.
    private nonisolated func isRecent(_ date: Date?, within seconds: Double) -> Bool {
        date.map { abs(now().timeIntervalSince($0)) < seconds } ?? false
    }

    private func load() async -> Outcome { await start().outcome.value }

    private func start() -> (outcome: Task<Outcome, Never>, earlyOutcome: Task<Outcome?, Never>) {
        if let running { return running }
        let outcome = Task { await self.fetchAndKeep() }
        let early = Task { [refetchGrace] in try? await withDeadline(.now + refetchGrace) { await outcome.value } }
        running = (outcome, early)
        return (outcome, early)
    }

    private func fetchAndKeep() async -> Outcome {
        defer { running = nil }
        do throws(OpenIDConnectError) {
            let fetched = try await fetch()
            let date = now()
            cached.withLock { $0 = (fetched, date) }
            failed = nil
            return .success(fetched.value)
        } catch {
            failed = (error, now())
            return .failure(error)
        }
    }
}
