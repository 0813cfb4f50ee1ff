import NIOCore

/// Runs Swift tasks on one event loop, so that a connection's code and its I/O share a thread.
///
/// Nothing that prefers this executor may block: it would hold up every connection of the loop.
final class EventLoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) {
        self.loop = loop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { [self] in
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
