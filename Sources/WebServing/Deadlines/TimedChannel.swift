import HummingbirdCore
import Logging
import NIOCore

/// A connection whose client has only so much time.
struct TimedChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base
    let deadlines: ClientDeadlines

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(ConnectionDeadlines(deadlines), position: .first)
        }.flatMap { base.setup(channel: channel, logger: logger) }
    }

    func handle(value: Base.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}
