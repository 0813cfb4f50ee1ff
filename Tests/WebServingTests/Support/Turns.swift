/// Holds requests until a test lets them go, one by one, and counts how many were held at once.
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

    /// Waits until so many are held, and lets the one go that has been so for longest.
    func release(whenHeld count: Int) async {
        while held.count < count {
            await withCheckedContinuation { waiting = $0 }
        }
        held.removeFirst().resume()
    }
}
