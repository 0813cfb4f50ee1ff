/// What the tasks have for the loop, and whether it needs a wake-up to see it.
struct CurlInbox {
    enum Letter {
        case start(CurlTransfer)
        case cancel(CurlTransfer)
    }

    /// What became of a letter.
    enum Posting {
        /// The loop takes it by itself before it next waits.
        case posted
        /// The loop waits: it must be woken.
        case wakeLoop
        /// The transport is shut down.
        case refused
    }

    private var letters: [Letter] = []
    private var isLoopAsleep = false
    private(set) var isClosed = false

    mutating func post(_ letter: Letter) -> Posting {
        guard !isClosed else { return .refused }
        letters.append(letter)
        return wakeIfAsleep() ? .wakeLoop : .posted
    }

    /// No letter is taken from now on.
    ///
    /// Returns whether the loop must be woken to see it.
    mutating func close() -> Bool {
        isClosed = true
        return wakeIfAsleep()
    }

    /// Puts the letters into `batch`, whose storage the inbox gets in return.
    ///
    /// - Returns: Whether the inbox is still open.
    mutating func take(into batch: inout [Letter]) -> Bool {
        isLoopAsleep = false
        batch.removeAll(keepingCapacity: true)
        swap(&letters, &batch)
        return !isClosed
    }

    /// Says that the loop is about to wait.
    ///
    /// - Returns: `false` where there is something to do first.
    mutating func fallAsleep() -> Bool {
        guard letters.isEmpty, !isClosed else { return false }
        isLoopAsleep = true
        return true
    }

    private mutating func wakeIfAsleep() -> Bool {
        defer { isLoopAsleep = false }
        return isLoopAsleep
    }
}
