import Synchronization

/// Commands from Swift tasks to the curl thread, which is woken if it waits.
final class CommandQueue: Sendable {
    private let state = Mutex(CommandQueueState())
    private let multi: CurlMultiHandle

    init(multi: CurlMultiHandle) {
        self.multi = multi
    }

    /// - Returns: `false` if the client is shut down.
    func post(_ command: CommandQueueState.Command) -> Bool {
        switch state.withLock({ $0.post(command) }) {
        case .posted: break
        case .wakeLoop: multi.wakeUp()
        case .refused: return false
        }
        return true
    }

    func close() {
        if state.withLock({ $0.close() }) { multi.wakeUp() }
    }

    func take(into batch: inout [CommandQueueState.Command]) -> Bool {
        state.withLock { $0.take(into: &batch) }
    }

    func fallAsleep() -> Bool {
        state.withLock { $0.fallAsleep() }
    }
}

/// The commands that the curl thread has not taken yet, and whether it must be woken.
struct CommandQueueState {
    enum Command {
        case start(CurlTransfer)
        case cancel(CurlTransfer)
        /// The roots of later transfers.
        case trust(TrustRoots)
    }

    enum Posting {
        /// The thread takes the command before it next waits.
        case posted
        /// The thread waits and must be woken.
        case wakeLoop
        /// The client is shut down.
        case refused
    }

    private var commands: [Command] = []
    private var isLoopAsleep = false
    private(set) var isClosed = false

    mutating func post(_ command: Command) -> Posting {
        guard !isClosed else { return .refused }
        commands.append(command)
        return wakeIfAsleep() ? .wakeLoop : .posted
    }

    /// Refuses commands from now on.
    ///
    /// - Returns: Whether the thread must be woken to notice.
    mutating func close() -> Bool {
        isClosed = true
        return wakeIfAsleep()
    }

    /// Moves the commands into `batch`, whose storage is reused for the next ones.
    ///
    /// - Returns: Whether the queue is still open.
    mutating func take(into batch: inout [Command]) -> Bool {
        isLoopAsleep = false
        batch.removeAll(keepingCapacity: true)
        swap(&commands, &batch)
        return !isClosed
    }

    /// Notes that the thread is about to wait.
    ///
    /// - Returns: `false` if there is something to do first.
    mutating func fallAsleep() -> Bool {
        guard commands.isEmpty, !isClosed else { return false }
        isLoopAsleep = true
        return true
    }

    private mutating func wakeIfAsleep() -> Bool {
        defer { isLoopAsleep = false }
        return isLoopAsleep
    }
}
