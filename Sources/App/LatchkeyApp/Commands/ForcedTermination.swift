import Dispatch
import ServiceLifecycle
import SystemLibrary

/// Ends the process with exit code 0 if it is still there some time after SIGTERM or SIGINT.
///
/// A thread may hang in a call that can't be cancelled, such as a write to a log that isn't read.
///
/// A service, because the group that runs it must handle the signals first: libdispatch takes the place of the handlers
/// that ``EarlyTermination`` installs.
struct ForcedTermination: Service {
    /// A little less than the ten seconds that a stop may take.
    private static let patience = DispatchTimeInterval.milliseconds(9700)

    func run() async {
        let queue = DispatchQueue(label: "latchkey.termination")
        for number in [SIGTERM, SIGINT] {
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                // The handler retains its source, so that it works until the process ends.
                withExtendedLifetime(source) {
                    queue.asyncAfter(deadline: .now() + Self.patience) { _exit(ExitCode.success) }
                }
            }
            source.resume()
        }
        try? await gracefulShutdown()
    }
}
