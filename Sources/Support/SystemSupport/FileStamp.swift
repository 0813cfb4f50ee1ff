import SystemLibrary

/// Which file is at a path, symbolic links followed, and when it was last changed.
///
/// This module has the type because `stat` can't be used next to Foundation in debug mode: the compiler may take it for
/// CoreFoundation's, depending on the files that it compiles together.
package struct FileStamp: Equatable, Sendable {
    package enum Kind: Sendable {
        case regular
        case folder
        case other
    }

    package let kind: Kind
    private let device: UInt64
    private let file: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// `nil` if there is no such file.
    package init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let changed = status.st_ctimespec
        #else
            let changed = status.st_ctim
        #endif
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            default: .other
            }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        file = UInt64(status.st_ino)
        size = Int64(status.st_size)
        (seconds, nanoseconds) = (changed.tv_sec, changed.tv_nsec)
    }
}
