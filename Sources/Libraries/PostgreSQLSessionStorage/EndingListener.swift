import Logging
import SystemSupport

/// Listens on a dedicated connection for sessions that other processes have ended.
///
/// If the server doesn't support `LISTEN`, that is logged once, and listening ends.
final class EndingListener: Sendable {
    /// The pauses between two attempts to connect.
    private static let pauses = (Duration.milliseconds(50), Duration.seconds(1))

    private let url: CurrentURL
    private let logger: Logger
    private let pipe: WakePipe
    private let continuation: AsyncStream<Void>.Continuation

    private init(url: CurrentURL, logger: Logger, pipe: WakePipe, continuation: AsyncStream<Void>.Continuation) {
        self.url = url
        self.logger = logger
        self.pipe = pipe
        self.continuation = continuation
    }

    /// A stream that yields when sessions may have ended.
    ///
    /// Listening ends with it, at the latest after an attempt to connect.
    static func listen(_ database: PostgreSQLDatabase) -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            guard let pipe = WakePipe() else { return continuation.finish() }
            let listener = EndingListener(
                url: database.url, logger: database.logger, pipe: pipe, continuation: continuation)
            guard DedicatedThread({ listener.run() }) != nil else { return continuation.finish() }
            // The thread is not awaited, because it may be connecting; it shares no state.
            continuation.onTermination = { _ in pipe.wake() }
        }
    }

    private func run() {
        var failures = 0
        while !pipe.isWoken {
            do throws(PostgreSQLStorageError) {
                let connection = try PostgreSQLConnection(url.value, interruption: pipe)
                try connection.run("LISTEN \(EndingStatements.channel)")
                failures = 0
                // A session may have ended before the connection listened.
                continuation.yield()
                follow(connection)
            } catch {
                if error.isUnknownFeature {
                    logger.notice(
                        "The database server knows no LISTEN; sessions that ended elsewhere are read each second."
                    )
                    return
                }
                let pause = min(Self.pauses.0 * (1 << min(failures, 10)), Self.pauses.1)
                failures += 1
                _ = SocketWait.wait(for: pipe.reading, until: .now + pause)
            }
        }
    }

    /// Yields at each notification until the connection or the listening ends.
    private func follow(_ connection: PostgreSQLConnection) {
        while !pipe.isWoken {
            if connection.takeNotifications() { continuation.yield() }
            _ = SocketWait.wait(for: connection.socket, or: pipe.reading, until: nil)
            guard connection.takeInput() else { return }
        }
    }
}
