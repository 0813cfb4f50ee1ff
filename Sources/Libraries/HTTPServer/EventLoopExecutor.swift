import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// Runs Swift tasks on one event loop, so that a connection's code and its I/O share a thread.
///
/// Code that prefers this executor must not block, because it would block all connections of the loop.
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

/// The executor of each event loop of a group.
struct EventLoopExecutors: Sendable {
    private let executors: [ObjectIdentifier: EventLoopExecutor]

    init(_ group: any EventLoopGroup) {
        executors = group.makeIterator().reduce(into: [:]) { $0[ObjectIdentifier($1)] = EventLoopExecutor($1) }
    }

    subscript(loop: any EventLoop) -> EventLoopExecutor? {
        executors[ObjectIdentifier(loop)]
    }
}

/// A connection whose code runs on the event loop of its I/O, so that requests don't change threads.
struct LoopBoundChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base
    let executors: EventLoopExecutors

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        base.setup(channel: channel, logger: logger)
    }

    func handle(value: Base.Value, logger: Logger) async {
        await withTaskExecutorPreference(executors[value.channel.eventLoop]) {
            await base.handle(value: value, logger: logger)
        }
    }
}
