#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Which file is at a path, symbolic links followed, and when it was last changed.
struct FileStamp: Equatable {
    private let device: UInt64
    private let file: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// `nil` if there is no such file.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let changed = status.st_ctimespec
        #else
            let changed = status.st_ctim
        #endif
        device = UInt64(truncatingIfNeeded: status.st_dev)
        file = UInt64(status.st_ino)
        size = Int64(status.st_size)
        (seconds, nanoseconds) = (changed.tv_sec, changed.tv_nsec)
    }
}
