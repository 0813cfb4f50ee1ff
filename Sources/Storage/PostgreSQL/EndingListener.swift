import Logging
import Synchronization
import SystemThread

/// Listens on a connection of its own for sessions that other processes have ended.
///
/// Where the server knows no `LISTEN`, it says so once in the log and ends.
final class EndingListener: Sendable {
    /// The pauses between two attempts to connect.
    private static let pauses = (Duration.milliseconds(50), Duration.seconds(1))

    private let url: PostgreSQLURL
    private let logger: Logger
    private let pipe: WakePipe
    private let isClosed = Atomic(false)
    private let continuation: AsyncStream<Void>.Continuation

    private init(url: PostgreSQLURL, logger: Logger, pipe: WakePipe, continuation: AsyncStream<Void>.Continuation) {
        self.url = url
        self.logger = logger
        self.pipe = pipe
        self.continuation = continuation
    }

    /// A stream that yields when sessions may have ended; listening ends with it.
    static func listen(_ database: PostgreSQLDatabase) -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            guard let pipe = WakePipe() else { return continuation.finish() }
            let listener = EndingListener(url: database.url, logger: database.logger, pipe: pipe, continuation: continuation)
            guard let thread = DedicatedThread({ listener.run() }) else { return continuation.finish() }
            continuation.onTermination = { _ in
                listener.close()
                thread.join()
            }
        }
    }

    private func close() {
        isClosed.store(true, ordering: .relaxed)
        pipe.wake()
    }

    private func run() {
        var failures = 0
        while !isClosed.load(ordering: .relaxed) {
            do throws(PostgreSQLStorageError) {
                let connection = try PostgreSQLConnection(url)
                try connection.run("LISTEN \(EndingStatements.channel)")
                failures = 0
                // Something may have ended while nobody listened.
                continuation.yield()
                follow(connection)
            } catch {
                if error.isUnknownFeature {
                    logger.notice("The database server knows no LISTEN; sessions that ended elsewhere are looked for each second.")
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
        while !isClosed.load(ordering: .relaxed) {
            if connection.takeNotifications() { continuation.yield() }
            _ = SocketWait.wait(for: connection.socket, or: pipe.reading, until: nil)
            guard connection.takeInput() else { return }
        }
    }
}
