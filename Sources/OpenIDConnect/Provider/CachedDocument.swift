import FoundationEssentials

/// A document of the authority's that is fetched when it is needed, kept for a while, and never fetched twice at once.
///
/// A fetch belongs to nobody who waits for it: whoever is cancelled takes it from no other. While the authority is
/// away, what was fetched last goes on being used, so that only those fail that need something new.
actor CachedDocument<Value: Sendable> {
    typealias Outcome = Result<Value, OpenIDConnectError>
    typealias Fetched = (value: Value, lifetime: Double)

    /// The least seconds between a fetch that failed and the next.
    private static var retryInterval: Double { 5 }

    private let fetch: @Sendable () async throws(OpenIDConnectError) -> Fetched
    private let now: @Sendable () -> Date
    private var kept: (fetched: Fetched, at: Date)?
    private var running: Task<Outcome, Never>?
    /// When it was last fetched by those who may have it renewed so seldom.
    private var renewed: [Double: Date] = [:]
    private var failed: (error: OpenIDConnectError, at: Date)?

    init(now: @escaping @Sendable () -> Date, fetch: @escaping @Sendable () async throws(OpenIDConnectError) -> Fetched)
    {
        self.now = now
        self.fetch = fetch
    }

    /// What is kept, however old.
    var current: Value? { kept?.fetched.value }

    /// The document; an old one where a new one can't be had.
    func value() async throws(OpenIDConnectError) -> Value {
        if let fresh { return fresh }
        if let kept, isRecent(failed?.at, within: Self.retryInterval) { return kept.fetched.value }
        switch await load() {
        case .success(let value): return value
        case .failure(let error):
            guard let current else { throw error }
            return current
        }
    }

    /// The document, which must not be older than it may be.
    func freshValue() async throws(OpenIDConnectError) -> Value {
        if let fresh { return fresh }
        return try await load().get()
    }

    /// The document refetched, because the cached one lacks something.
    ///
    /// A try counts for those who have to wait as long or longer, for what anybody can bring about must not hold up the
    /// others.
    ///
    /// - Returns: The newest document, and whether the refetch was withheld because there was one less than so many
    ///   seconds ago.
    /// - Throws: If the last fetch failed: what is lacking may be there all the same.
    func renewedValue(notWithin seconds: Double) async throws(OpenIDConnectError) -> (value: Value, isWithheld: Bool) {
        if running == nil {
            guard !isRenewed(within: seconds) else {
                if let failed { throw failed.error }
                return (try await value(), true)
            }
            renewed[seconds] = now()
        }
        return (try await load().get(), false)
    }

    private func isRenewed(within seconds: Double) -> Bool {
        renewed.contains { $0.key <= seconds && isRecent($0.value, within: seconds) }
    }

    private var fresh: Value? {
        guard let kept, isRecent(kept.at, within: kept.fetched.lifetime) else { return nil }
        return kept.fetched.value
    }

    /// A clock that was set back must not keep anything for ever.
    private func isRecent(_ date: Date?, within seconds: Double) -> Bool {
        date.map { abs(now().timeIntervalSince($0)) < seconds } ?? false
    }

    private func load() async -> Outcome {
        if let running { return await running.value }
        let task = Task { await self.fetchAndKeep() }
        running = task
        return await task.value
    }

    private func fetchAndKeep() async -> Outcome {
        defer { running = nil }
        do throws(OpenIDConnectError) {
            let fetched = try await fetch()
            kept = (fetched, now())
            failed = nil
            return .success(fetched.value)
        } catch {
            failed = (error, now())
            return .failure(error)
        }
    }
}
