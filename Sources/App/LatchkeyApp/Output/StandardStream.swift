import SystemLibrary

/// Standard output and standard error, written a whole line at a time so that lines of several threads don't mix.
package enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// Opens `/dev/null` for each standard stream that was closed when the process started.
    ///
    /// Otherwise a browser's connection or the database could get the stream's number, and with it the lines of the
    /// log. Writing fails as if the stream were still closed.
    package static func replaceClosed() {
        // A new descriptor has the lowest number that is free.
        var descriptor = open("/dev/null", O_RDONLY)
        while (0...error.rawValue).contains(descriptor) { descriptor = open("/dev/null", O_RDONLY) }
        if descriptor >= 0 { close(descriptor) }
    }

    /// Writes a line.
    ///
    /// A stream that takes no more is no reason to stop: lines that can't be written are lost.
    @Sendable func write(_ line: String) { _ = wrote(line) }

    /// Writes a line.
    ///
    /// - Returns: Whether all of it was written; if not, `errno` has the reason.
    func wrote(_ line: String) -> Bool {
        var bytes = Array(line.utf8)[...]
        bytes.append(UInt8(ascii: "\n"))
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { systemWrite(rawValue, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return false }
            bytes = bytes.dropFirst(written)
        }
        return true
    }
}

/// The system's call by another name, for ``StandardStream/write(_:)`` hides it.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
