import SealedCookies
import ServiceLifecycle
import UnixSignals

/// Reads the session keys anew at SIGHUP.
///
/// Nobody is signed out by it, and keys that can't be read leave the old ones in use.
struct Reloader: Service {
    let ring: SealingKeyRing
    /// Reads the keys that are to be used from now on.
    let keys: @Sendable () throws -> SealingKeys

    func run() async throws {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            do {
                ring.replace(with: try keys())
                StandardStream.error.write("latchkey: the session keys were read anew")
            } catch let fault as SettingsFault {
                let faults = fault.faults.map(\.description).joined(separator: "; ")
                StandardStream.error.write(PrintableText.line("latchkey: the session keys stay as they were: \(faults)"))
            } catch {
                StandardStream.error.write(PrintableText.line("latchkey: the session keys stay as they were: \(error)"))
            }
        }
    }
}
