import ServiceLifecycle
import UnixSignals

/// Reloads secrets, session keys and certificates at each SIGHUP, until the program ends.
struct ReloadAtHangUp: Service {
    let hangUps: UnixSignalsSequence
    let reloader: Reloader

    func run() async throws {
        for await _ in hangUps.cancelOnGracefulShutdown() {
            await reloader.lines().forEach(StandardStream.error.write)
        }
    }
}
