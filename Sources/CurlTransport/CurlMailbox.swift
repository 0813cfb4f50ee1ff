import Synchronization

/// The inbox under its lock, and the wake-up of the loop that reads it.
final class CurlMailbox: Sendable {
    private let inbox = Mutex(CurlInbox())
    private let multi: CurlMultiHandle

    init(multi: CurlMultiHandle) {
        self.multi = multi
    }

    /// - Returns: `false` where the transport is shut down.
    func post(_ letter: CurlInbox.Letter) -> Bool {
        switch inbox.withLock({ $0.post(letter) }) {
        case .posted: break
        case .wakeLoop: multi.wakeUp()
        case .refused: return false
        }
        return true
    }

    func close() {
        if inbox.withLock({ $0.close() }) { multi.wakeUp() }
    }

    func take(into batch: inout [CurlInbox.Letter]) -> Bool {
        inbox.withLock { $0.take(into: &batch) }
    }

    func fallAsleep() -> Bool {
        inbox.withLock { $0.fallAsleep() }
    }
}
