public import FoundationEssentials
public import Logging
public import ServiceLifecycle

/// Keeps a replica's memory and the register in step, and the register free of what is over.
///
/// While the register is away it tries again each second, so that what waited is there soon after its return.
public struct SessionKeeper: Service {
    /// How often another process's endings are looked for, and what waits is told.
    private static let interval = Duration.seconds(1)
    /// How many times that passes between two clean-ups.
    private static let roundsBetweenCleanUps = 600

    private let registry: any SessionRegistry
    private let memory: RegisterMemory
    private let logger: Logger
    private let now: @Sendable () -> Date

    /// A keeper of one replica's memory.
    public init(registry: any SessionRegistry, memory: RegisterMemory, logger: Logger, now: @escaping @Sendable () -> Date = { Date() }) {
        self.registry = registry
        self.memory = memory
        self.logger = logger
        self.now = now
    }

    /// Keeps on until the program ends, and tells then what still waits.
    public func run() async throws {
        try? await cancelWhenGracefulShutdown {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    // What fails here is looked for again within the second.
                    for await _ in registry.newEndings() { try? await memory.ended.catchUp(with: registry, now: now()) }
                }
                var progress = Progress()
                while true {
                    await keep(&progress)
                    try await Task.sleep(for: Self.interval)
                }
            }
        }
        try? await memory.pending.write(to: registry, now: now())
        try? await memory.uses.write(to: registry)
    }

    private struct Progress {
        var counter: Int64?
        var round = 0
        var isAway = false
    }

    private func keep(_ progress: inout Progress) async {
        do {
            // Before anything else: a replica that comes next must find the ends and the results of before.
            try await memory.pending.write(to: registry, now: now())
            let counter = try await registry.changeCounter()
            if counter != progress.counter || !memory.ended.isCaughtUp {
                try await memory.ended.catchUp(with: registry, now: now())
                progress.counter = counter
            }
            try await memory.uses.write(to: registry)
            if progress.round % Self.roundsBetweenCleanUps == 0 { try await registry.removeExpired(now: now()) }
            progress.round += 1
            if progress.isAway { logger.notice("The register of sessions is back.") }
            progress.isAway = false
        } catch {
            if !progress.isAway, !Task.isCancelled {
                logger.error("The register of sessions can't be reached; trying again each second.", metadata: ["reason": "\(error)"])
            }
            progress.isAway = true
        }
    }
}
