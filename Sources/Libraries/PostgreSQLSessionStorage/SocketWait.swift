import Synchronization
import SystemLibrary

/// Waits for a socket, on a thread that may wait.
enum SocketWait {
    /// Waits until a socket can be read, or written too, or until the deadline.
    ///
    /// - Parameter other: A second descriptor whose input ends the wait.
    /// - Returns: Whether something happened before the deadline.
    static func wait(
        for socket: Int32, writing: Bool = false, or other: Int32? = nil, until deadline: ContinuousClock.Instant?
    ) -> Bool {
        let input = Int16(POLLIN)
        while true {
            var descriptors = [pollfd(fd: socket, events: writing ? input | Int16(POLLOUT) : input, revents: 0)]
            if let other { descriptors.append(pollfd(fd: other, events: input, revents: 0)) }
            let happened = unsafe poll(&descriptors, nfds_t(descriptors.count), deadline.map(milliseconds) ?? -1)
            if happened > 0 { return true }
            if happened == 0 { return false }
            guard errno == EINTR else { return true }
        }
    }

    /// Rounded up, so that a wait doesn't end just before the deadline.
    private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
        let (seconds, attoseconds) = max(.zero, deadline - .now).components
        return Int32(min(seconds, 1_000_000) * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}

/// A descriptor that becomes readable once, to end other threads' waits.
final class WakePipe: Sendable {
    let reading: Int32
    private let writing: Int32
    private let woken = Atomic(false)

    /// A pipe; `nil` if the system has none to give.
    init?() {
        var descriptors: [Int32] = [-1, -1]
        guard unsafe pipe(&descriptors) == 0 else { return nil }
        (reading, writing) = (descriptors[0], descriptors[1])
        for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// Whether it is readable.
    var isWoken: Bool { woken.load(ordering: .sequentiallyConsistent) }

    /// Makes it readable from now on.
    func wake() {
        woken.store(true, ordering: .sequentiallyConsistent)
        unsafe _ = write(writing, [1], 1)
    }
}

/// Waits on a thread that may block.
enum ThreadPause {
    static func pause(for duration: Duration) {
        usleep(UInt32(duration / .microseconds(1)))
    }
}
