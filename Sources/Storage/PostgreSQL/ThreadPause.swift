#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Holds a thread up that may be held up.
enum ThreadPause {
    static func pause(for duration: Duration) {
        usleep(UInt32(duration / .microseconds(1)))
    }
}
