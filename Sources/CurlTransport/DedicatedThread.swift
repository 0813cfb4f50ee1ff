import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// One thread of the system, for work that waits in C and must not hold up Swift's own threads.
final class DedicatedThread: Sendable {
    private final class Start: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// The thread until it is joined.
    private let thread: Mutex<pthread_t?>

    /// Starts the thread; `nil` where the system has none to give.
    init?(_ body: @escaping @Sendable () -> Void) {
        let start = unsafe Unmanaged.passRetained(Start(body))
        var thread = pthread_t()
        let status = unsafe pthread_create(
            &thread, nil,
            { context in
                guard let context = unsafe context as UnsafeMutableRawPointer? else { return nil }
                DedicatedThread.blockBrokenPipeSignal()
                unsafe Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, start.toOpaque())
        guard status == 0 else {
            unsafe start.release()
            return nil
        }
        self.thread = Mutex(thread)
    }

    /// Waits until the body has returned.
    ///
    /// The lock is held meanwhile, so that whoever comes second waits as well.
    func join() {
        thread.withLock { thread in
            if let thread = thread.take() { pthread_join(thread, nil) }
        }
    }

    /// libcurl is told to leave signals alone, so a write to a connection that the other side has closed would end the process.
    private static func blockBrokenPipeSignal() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
