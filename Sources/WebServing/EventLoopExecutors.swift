import NIOCore

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
