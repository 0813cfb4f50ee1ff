import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// A connection whose code runs on the event loop that carries its I/O: no request changes threads on its way.
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
