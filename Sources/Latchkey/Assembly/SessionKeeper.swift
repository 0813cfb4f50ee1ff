import FoundationEssentials
import Logging
import ServiceLifecycle
import SessionRegistry

/// Keeps the memory of ended sessions up with the register, and the register free of what is over.
struct SessionKeeper: Service {
    /// How often another process's endings are looked for.
    private static let interval = Duration.seconds(1)
    /// How many times that passes between two clean-ups.
    private static let roundsBetweenCleanUps = 600

    let registry: any SessionRegistry
    let ended: EndedSessions
    let logger: Logger

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            var seen: Int64?
            var round = 0
            while true {
                do {
                    let counter = try await registry.changeCounter()
                    if counter != seen { try await ended.catchUp(with: registry, now: Date()) }
                    seen = counter
                    if round % Self.roundsBetweenCleanUps == 0 { try await registry.removeExpired(now: Date()) }
                    round += 1
                } catch let error where !(error is CancellationError) {
                    logger.error("The register of sessions can't be read.", metadata: ["reason": "\(error)"])
                }
                try await Task.sleep(for: Self.interval)
            }
        }
    }
}
