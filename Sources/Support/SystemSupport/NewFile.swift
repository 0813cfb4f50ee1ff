import PortableFoundation
import SystemLibrary

/// Makes files that only their owner may read.
package enum NewFile {
    /// The system doesn't let the file be written.
    package struct WriteError: Error {
        /// The system's words.
        package let reason = unsafe String(cString: strerror(errno))
    }

    /// Makes a file with mode 0600, whole from its first moment, however soon the process ends.
    ///
    /// - Returns: `false` if there is one already, which then stays as it is.
    package static func create(at path: String, contents: String) throws(WriteError) -> Bool {
        guard !FileManager.default.fileExists(atPath: path) else { return false }
        let (descriptor, draft) = try draft(of: path)
        defer {
            close(descriptor)
            unsafe unlink(draft)
        }
        try fill(descriptor, with: contents)
        if unsafe link(draft, path) == 0 { return true }
        guard errno == EEXIST else { throw WriteError() }
        return false
    }

    /// Writes a file in a folder and removes it.
    package static func tryWriting(in folder: String) throws(WriteError) {
        let (descriptor, draft) = try draft(of: "\(folder)/.trial")
        defer { close(descriptor) }
        // Removed at once, so that nothing is left if the process is killed.
        unsafe unlink(draft)
        try fill(descriptor, with: String(repeating: " ", count: 4096))
    }

    /// Makes an empty file, whose name starts with a path.
    ///
    /// Process numbers don't distinguish containers that share a volume, and a file that another process has linked
    /// mustn't be written to.
    private static func draft(of path: String) throws(WriteError) -> (descriptor: CInt, path: String) {
        let draft = "\(path).\(UUID().uuidString)"
        let descriptor = unsafe open(draft, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw WriteError() }
        return (descriptor, draft)
    }

    private static func fill(_ descriptor: CInt, with contents: String) throws(WriteError) {
        var bytes = Array(contents.utf8)[...]
        while !bytes.isEmpty {
            let written = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw WriteError() }
            bytes = bytes.dropFirst(written)
        }
        guard fsync(descriptor) == 0 else { throw WriteError() }
    }
}
