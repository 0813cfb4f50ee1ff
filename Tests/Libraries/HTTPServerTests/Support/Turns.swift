/// Blocks requests until a test releases them, one by one, and counts how many were blocked at once.
actor Turns {
    private var held: [CheckedContinuation<Void, Never>] = []
    private var waiting: CheckedContinuation<Void, Never>?
    private(set) var most = 0

    func hold() async {
        await withCheckedContinuation { continuation in
            held.append(continuation)
            most = max(most, held.count)
            waiting?.resume()
            waiting = nil
        }
    }

    /// Waits until so many are blocked, and releases the one that has been blocked for longest.
    func release(whenHeld count: Int) async {
        while held.count < count {
            await withCheckedContinuation { waiting = $0 }
        }
        held.removeFirst().resume()
    }
}
