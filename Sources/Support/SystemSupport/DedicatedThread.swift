import Synchronization
import SystemLibrary

/// A system thread for code that blocks in C and must not block Swift's threads.
///
/// `SIGPIPE` is blocked on it: a write to a connection that the other side has closed is an error there, and not the
/// end of the process.
///
/// On Linux the thread has the policy `SCHED_BATCH` (sched(7)), unless the process has another than the default or the
/// system forbids it. When such a thread is woken, it doesn't preempt the thread that runs, which is often about to
/// give it more work. Threads that Swift's runtime starts from it inherit the policy.
package final class DedicatedThread: Sendable {
    private final class Start: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// The thread until it is joined.
    private let thread: Mutex<pthread_t?>
    private let end: EndOfThread

    /// Starts the thread; `nil` if the system has none to give.
    package init?(_ body: @escaping @Sendable () -> Void) {
        let end = EndOfThread()
        let start = unsafe Unmanaged.passRetained(
            Start {
                body()
                end.arrive()
            })
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let status = unsafe pthread_create(
            &thread, nil,
            { context in
                guard let context = unsafe context as UnsafeMutableRawPointer? else { return nil }
                DedicatedThread.blockBrokenPipeSignal()
                DedicatedThread.yieldToOthers()
                unsafe Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, start.toOpaque())
        guard status == 0 else {
            unsafe start.release()
            return nil
        }
        self.thread = Mutex(thread)
        self.end = end
    }

    deinit {
        // The thread can't be joined any more, so its resources are released at its end.
        thread.withLock { thread in
            if let thread = thread.take() { pthread_detach(thread) }
        }
    }

    /// Waits until the body has returned, and blocks the caller's thread meanwhile.
    ///
    /// The lock makes a second caller wait as well.
    package func join() {
        thread.withLock { thread in
            if let thread = thread.take() { pthread_join(thread, nil) }
        }
    }

    /// Waits until the body has returned, without holding up a thread.
    package func ended() async {
        await end.reach()
        join()
    }

    private static func blockBrokenPipeSignal() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Gives the calling thread the policy `SCHED_BATCH`, if it has the default policy and the system allows it.
    private static func yieldToOthers() {
        #if os(Linux)
            // `SCHED_BATCH`, which Swift doesn't import.
            let batch: CInt = 3
            var parameters = sched_param()
            if sched_getscheduler(0) == SCHED_OTHER { unsafe sched_setscheduler(0, batch, &parameters) }
        #else
            // Other systems have no such policy.
        #endif
    }
}
