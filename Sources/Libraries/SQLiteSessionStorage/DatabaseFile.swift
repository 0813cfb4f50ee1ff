import PortableFoundation
import SystemLibrary

/// The database's file and folder, which other users can't read.
///
/// SQLite gives its `-wal` and `-shm` files the mode of the database's own file.
struct DatabaseFile {
    /// Identifies a file, whatever its path.
    struct Identity: Equatable {
        let device: UInt64
        let number: UInt64
    }

    let path: String

    private var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Whether the file is there.
    ///
    /// - Throws: ``SQLiteStorageError`` if it may not be read and written.
    func isThere() throws(SQLiteStorageError) -> Bool {
        if access(path, R_OK | W_OK) == 0 { return true }
        guard errno == ENOENT else {
            throw SQLiteStorageError(
                .cannotOpen, "the file \(path) can't be read and written: \(String(cString: strerror(errno)))")
        }
        return false
    }

    /// Creates the folder (0700) and an empty file (0600) if they are missing.
    func create() throws(SQLiteStorageError) {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw SQLiteStorageError(
                .cannotOpen, "the folder \(folder) can't be created: is the folder around it writable?")
        }
        // An existing file is never opened, because closing it would release SQLite's locks on it in this process
        // (POSIX locks belong to the process).
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        } else if errno != EEXIST {
            throw SQLiteStorageError(
                .cannotOpen, "the file \(path) can't be created: \(String(cString: strerror(errno)))")
        }
    }

    /// Which file is at the path now; `nil` if there is none.
    var identity: Identity? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Identity(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
    }

    /// Runs a body while no other process that opens a database in the same folder does.
    ///
    /// A change of journal mode fails with "busy" if it meets another, so processes that start together need a lock.
    ///
    /// - Throws: ``SQLiteStorageError`` of the kind `busy` if another does, `cannotOpen` if the folder can't be locked.
    func whileAlone<Result>(_ body: () throws -> Result) throws -> Result {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw SQLiteStorageError(
                .cannotOpen, "the folder \(folder) can't be read: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK:
                throw SQLiteStorageError(.busy, "another process is opening a database in \(folder)")
            default:
                throw SQLiteStorageError(
                    .cannotOpen, "the folder \(folder) can't be locked: \(String(cString: strerror(errno)))")
            }
        }
        return try body()
    }
}
