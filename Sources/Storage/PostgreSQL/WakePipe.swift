import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A descriptor that becomes readable once, to end other threads' waits.
final class WakePipe: Sendable {
    let reading: Int32
    private let writing: Int32
    private let woken = Atomic(false)

    /// A pipe; `nil` where the system has none to give.
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
