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

    /// - Parameter check: Throws where the thing is away.
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
