import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Ends the process with exit code 0 if it is still there some time after SIGTERM or SIGINT.
///
/// A thread may hang in a call that can't be cancelled, such as a write to a log that nobody reads.
struct ForcedTermination {
    /// A little less than the ten seconds that a stop may take.
    private static let patience = DispatchTimeInterval.milliseconds(9700)

    private let signals: [any DispatchSourceSignal]

    /// Starts to wait for the signals, which has no influence on other handlers of them.
    init() {
        let queue = DispatchQueue(label: "latchkey.termination")
        signals = [SIGTERM, SIGINT].map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { queue.asyncAfter(deadline: .now() + Self.patience) { _exit(ExitCode.success) } }
            source.resume()
            return source
        }
    }
}
