import Dispatch
import Encodings
import PortableFoundation
import Synchronization
import SystemLibrary

/// Stores the endings of sessions that wait for the database, so that they outlive the process.
///
/// Each process appends to a separate file and locks it, because processes may share a folder. A process that starts
/// adopts the files that no process locks. A file has only ids and expiries, and is removed once the database has all
/// of them.
final class PendingEndingsFile: Sendable {
    /// An ending as the file has it.
    struct Ending: Sendable, Equatable {
        let id: SessionID
        let until: Date
    }

    enum Lock {
        case ours
        /// Another process has locked it, or had, and has removed it.
        case taken
        /// The system can't lock it.
        case failed
    }

    /// Maximum number of endings in the folder's files.
    static let capacity = 10_000
    private static let prefix = "pending-endings."
    /// How many new files are tried, because a starting process may adopt one before it is locked.
    private static let tries = 3

    private struct State {
        /// The files that are locked here; if this process has a file, it is the first.
        var files: [(path: String, descriptor: Int32)] = []
        var hasOwn = false
        var stored: Set<SessionID> = []
    }

    private let folder: String
    private let capacity: Int
    private let state = Mutex(State())
    /// Waits for the disk, because an event loop must not.
    private let queue = DispatchQueue(label: "latchkey.pending-endings")

    /// The endings in a folder; no file is created before the first ending.
    init(folder: String, capacity: Int = PendingEndingsFile.capacity) {
        self.folder = folder
        self.capacity = capacity
    }

    deinit {
        state.withLock { for file in $0.files { close(file.descriptor) } }
    }

    /// Adopts the endings of processes that no longer run.
    ///
    /// A line that was cut off or changed is left out.
    ///
    /// - Throws: ``PendingEndingsError`` if the folder or a file can't be read, or a file can't be locked.
    func adopt() async throws -> [Ending] {
        try await onQueue { [self] in Result { try state.withLock { try adopt(into: &$0) } } }.get()
    }

    /// Stores an ending.
    ///
    /// - Returns: Whether it is on disk; not if the folder can't be written or there are too many.
    func append(_ id: SessionID, until: Date) async -> Bool {
        await onQueue { [self] in state.withLock { append(Ending(id: id, until: until), to: &$0) } }
    }

    /// Removes the files, because the database has their endings.
    ///
    /// - Parameter isNeeded: Whether an ending still waits. The closure is called after all earlier endings are on
    ///   disk.
    func remove(unless isNeeded: @escaping @Sendable () -> Bool) async {
        await onQueue { [self] in
            state.withLock { state in
                guard !state.files.isEmpty, !isNeeded() else { return }
                for file in state.files {
                    unlink(file.path)
                    close(file.descriptor)
                }
                state = State()
            }
        }
    }

    private func onQueue<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work()) }
        }
    }
}

extension PendingEndingsFile {
    private func adopt(into state: inout State) throws -> [Ending] {
        var endings: [Ending] = []
        for name in try names() {
            let path = "\(folder)/\(name)"
            // NFS locks a file only for a descriptor that may write.
            let descriptor = open(path, O_RDWR | O_CLOEXEC)
            guard descriptor >= 0 else {
                let reason = errno
                if reason == ENOENT { continue }
                throw PendingEndingsError(path: path, errno: reason)
            }
            let lock = Self.lock(descriptor)
            guard lock != .taken else {
                close(descriptor)
                continue
            }
            guard lock == .ours, let bytes = Self.contents(of: descriptor) else {
                let reason = errno
                close(descriptor)
                throw PendingEndingsError(path: path, errno: reason)
            }
            state.files.append((path, descriptor))
            endings += Self.endings(in: String(decoding: bytes, as: UTF8.self))
        }
        state.stored.formUnion(endings.map(\.id))
        return endings
    }

    /// The names of the folder's files of endings; a folder that doesn't exist has none.
    private func names() throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix(Self.prefix) }
                .sorted()
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return []
        } catch {
            let reason = (error as? CocoaError)?.underlying as? POSIXError
            throw PendingEndingsError(path: folder, errno: reason?.code.rawValue ?? EIO)
        }
    }

    private func append(_ ending: Ending, to state: inout State) -> Bool {
        if state.stored.contains(ending.id) { return true }
        guard state.stored.count < capacity else { return false }
        if !state.hasOwn {
            guard let own = makeFile() else { return false }
            state.files.insert(own, at: 0)
            state.hasOwn = true
        }
        // An earlier line that was cut off must not spoil this one.
        let bytes = Array("\n\(Self.line(ending))\n".utf8)
        let descriptor = state.files[0].descriptor
        guard write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else { return false }
        state.stored.insert(ending.id)
        return true
    }

    /// A new file of mode 0600, locked.
    private func makeFile() -> (path: String, descriptor: Int32)? {
        for _ in 0..<Self.tries {
            let path = "\(folder)/\(Self.prefix)\(UUID().uuidString)"
            let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_APPEND | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { return nil }
            if Self.lock(descriptor) == .ours, Self.synchronize(folder) { return (path, descriptor) }
            // A process that starts may have adopted the file, still empty, before it was locked.
            unlink(path)
            close(descriptor)
        }
        return nil
    }

    /// Locks a file that no other process has locked, or removed after it was opened here.
    ///
    /// - Returns: Whose the file is now.
    static func lock(_ descriptor: Int32) -> Lock {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return errno == EWOULDBLOCK ? .taken : .failed }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return .failed }
        return status.st_nlink > 0 ? .ours : .taken
    }

    private static func contents(of descriptor: Int32) -> [UInt8]? {
        var contents: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count == 0 { return contents }
            if count > 0 {
                contents += chunk[..<count]
            } else if errno != EINTR {
                return nil
            }
        }
    }

    /// Makes a new name in a folder survive a power failure.
    private static func synchronize(_ folder: String) -> Bool {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return fsync(descriptor) == 0
    }

    private static func line(_ ending: Ending) -> String {
        "\(Hexadecimal.encode(ending.id.bytes)) \(Int64(ending.until.timeIntervalSince1970.rounded(.up)))"
    }

    /// The endings of the lines that are whole.
    private static func endings(in text: String) -> [Ending] {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().compactMap { line in
            let parts = line.split(separator: " ", omittingEmptySubsequences: false)
            guard parts.count == 2, let id = Hexadecimal.decode(parts[0]).flatMap({ SessionID($0) }),
                let until = Int64(parts[1])
            else { return nil }
            return Ending(id: id, until: Date(timeIntervalSince1970: TimeInterval(until)))
        }
    }
}

/// Pending endings can't be read, so that it isn't known which sessions have ended.
public struct PendingEndingsError: Error, CustomStringConvertible {
    let path: String
    /// The system's words for the fault.
    private let reason: String

    init(path: String, errno number: Int32) {
        self.path = path
        reason = String(cString: strerror(number))
    }

    /// The fault, and what the operator should do.
    public var description: String {
        """
        \(path), which stores ended sessions, can't be opened or locked (\(reason)); let the user who starts the \
        server read and write it, on a file system with locks
        """
    }
}
