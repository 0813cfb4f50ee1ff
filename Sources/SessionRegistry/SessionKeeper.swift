public import FoundationEssentials
public import Logging
public import ServiceLifecycle

/// Keeps a replica's memory and the register in step, and the register free of what is over.
///
/// While the register is away it tries again each second, so that what waited is there soon after its return.
public struct SessionKeeper: Service {
    /// How often another process's endings are looked for, and what waits is told.
    private static let interval = Duration.seconds(1)
    /// How long it is between two clean-ups.
    private static let cleanUpInterval = Duration.seconds(600)
    private static let revocationsAtOnce = 4

    private typealias Leftover = (key: SessionHandle, value: StoredRefresh)

    private let registry: any SessionRegistry
    private let memory: RegisterMemory
    private let logger: Logger
    private let revoke: @Sendable (SessionHandle, StoredRefresh) async -> Void
    private let patience: Duration
    private let now: @Sendable () -> Date

    /// A keeper of one replica's memory.
    ///
    /// - Parameters:
    ///   - patience: How long revocations may take once the program is told to end.
    ///   - revoke: Has the tokens revoked that the register had of a session whose end waited for its return.
    public init(
        registry: any SessionRegistry, memory: RegisterMemory, logger: Logger, patience: Duration = .seconds(3),
        now: @escaping @Sendable () -> Date = { Date() },
        revoke: @escaping @Sendable (SessionHandle, StoredRefresh) async -> Void
    ) {
        self.registry = registry
        self.memory = memory
        self.logger = logger
        self.patience = patience
        self.revoke = revoke
        self.now = now
    }

    /// Keeps on until the program ends, and tells then what still waits.
    ///
    /// Revocations go on at a shutdown, for as long as ``patience`` allows.
    public func run() async throws {
        let (leftovers, continuation) = AsyncStream.makeStream(of: Leftover.self)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await revokeAll(leftovers) }
            try? await cancelWhenGracefulShutdown { try await keepOn(handingOverTo: continuation) }
            try? await memory.pending.write(to: registry, now: now())
            for leftover in memory.pending.takeLeftovers() { continuation.yield(leftover) }
            continuation.finish()
            try? await memory.uses.write(to: registry)
            group.addTask { [patience] in try? await Task.sleep(for: patience) }
            await group.next()
            group.cancelAll()
        }
    }

    private func keepOn(handingOverTo leftovers: AsyncStream<Leftover>.Continuation) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask {
                // What fails here is looked for again within the second.
                for await _ in registry.newEndings() { try? await memory.ended.catchUp(with: registry, now: now()) }
            }
            // Nothing of these is urgent, and endings must not wait for them.
            group.addTask {
                try await again(
                    after: Self.interval,
                    failing: "The register of sessions doesn't take when sessions were last used."
                ) {
                    try await memory.uses.write(to: registry)
                }
            }
            group.addTask {
                try await again(
                    after: Self.cleanUpInterval, failing: "The register of sessions keeps what is over."
                ) {
                    try await registry.removeExpired(now: now())
                }
            }
            var progress = Progress()
            while true {
                await keep(&progress)
                for leftover in memory.pending.takeLeftovers() { leftovers.yield(leftover) }
                try await Task.sleep(for: Self.interval)
            }
        }
    }

    /// Has tokens revoked, a few at a time: after an outage there may be thousands.
    private func revokeAll(_ leftovers: AsyncStream<Leftover>) async {
        await withTaskGroup(of: Void.self) { group in
            var running = 0
            for await (handle, stored) in leftovers {
                if running == Self.revocationsAtOnce {
                    await group.next()
                    running -= 1
                }
                group.addTask { await revoke(handle, stored) }
                running += 1
            }
        }
    }

    /// Does something again and again; what fails is tried again the next time, and is told the first time.
    ///
    /// A register that is away as a whole has a line of its own.
    private func again(after interval: Duration, failing line: Logger.Message, _ work: () async throws -> Void)
        async throws
    {
        var isTold = false
        while true {
            do {
                try await work()
                isTold = false
            } catch {
                if !isTold, !Task.isCancelled, await isThere() {
                    logger.error(line, metadata: ["reason": "\(error)"])
                    isTold = true
                }
            }
            try await Task.sleep(for: interval)
        }
    }

    private func isThere() async -> Bool {
        (try? await registry.changeCounter()) != nil
    }

    private struct Progress {
        var counter: Int64?
        var isAway = false
    }

    private func keep(_ progress: inout Progress) async {
        do {
            // Before anything else: a replica that comes next must find the ends and the results of before.
            let written = await Self.outcome(of: { try await memory.pending.write(to: registry, now: now()) })
            let counter = try await registry.changeCounter()
            let time = now()
            if counter != progress.counter || !memory.ended.isCaughtUp || memory.ended.mayMissSome(at: time) {
                try await memory.ended.catchUp(with: registry, now: time)
                progress.counter = counter
            }
            // A register that can be read but not written says who may come in all the same.
            try written.get()
            if progress.isAway { logger.notice("The register of sessions is back.") }
            progress.isAway = false
        } catch {
            if !progress.isAway, !Task.isCancelled {
                logger.error(
                    "The register of sessions can't be reached; trying again each second.",
                    metadata: ["reason": "\(error)"])
            }
            progress.isAway = true
        }
    }

    private static func outcome(of work: () async throws -> Void) async -> Result<Void, any Error> {
        do {
            return .success(try await work())
        } catch {
            return .failure(error)
        }
    }
}
