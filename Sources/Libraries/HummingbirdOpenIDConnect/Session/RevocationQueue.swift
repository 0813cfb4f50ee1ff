/// Performs revocations, a few at a time, whichever calls they come from.
///
/// Their number is bounded, because the tokens of each stay in memory until an authority responds, which may be slow.
actor RevocationQueue {
    /// Maximum number of revocations that run at once.
    private static let atOnce = 4
    /// Maximum number of revocations that run or wait; each takes some 1,500 bytes.
    private static let capacity = 10_000

    private let capacity: Int
    private var count = 0
    private var running = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(capacity: Int = RevocationQueue.capacity) {
        self.capacity = capacity
    }

    /// Performs a revocation for each element, as far as there is room.
    ///
    /// - Returns: The number of elements that there was no room for.
    func perform<Element: Sendable>(
        _ elements: [Element], _ revoke: @escaping @Sendable (Element) async -> Void
    ) async -> Int {
        let taken = elements.prefix(capacity - count)
        count += taken.count
        await withTaskGroup(of: Void.self) { group in
            for (index, element) in taken.enumerated() {
                if index >= Self.atOnce { await group.next() }
                group.addTask {
                    await self.enter()
                    await revoke(element)
                    await self.leave()
                }
            }
        }
        return elements.count - taken.count
    }

    private func enter() async {
        if running < Self.atOnce {
            running += 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func leave() {
        count -= 1
        if waiting.isEmpty {
            running -= 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
