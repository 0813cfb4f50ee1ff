import Dispatch
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import SessionStorage

@Suite(.timeLimit(.minutes(1))) struct PendingEndingsFileTests {
    private let folder: TemporaryFolder
    private let end = Date(timeIntervalSince1970: 1_769_860_800)

    init() throws { folder = try TemporaryFolder() }

    private func open(capacity: Int = PendingEndingsFile.capacity) -> PendingEndingsFile {
        PendingEndingsFile(folder: folder.path, capacity: capacity)
    }

    /// Stores endings as a process does that is killed then: its lock goes with it.
    private func leave(_ ids: [SessionID]) async {
        let file = open()
        for id in ids { #expect(await file.append(id, until: end)) }
    }

    /// Waits until no file is locked: the lock of a process that ended goes a moment after its last call.
    private func waitForLocks() async throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let descriptor = Glibc.open(folder.file(name), O_RDONLY | O_CLOEXEC)
            try #require(descriptor >= 0)
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    flock(descriptor, LOCK_EX)
                    close(descriptor)
                    continuation.resume()
                }
            }
        }
    }

    /// The endings that a starting process adopts.
    private func adopted() async throws -> [PendingEndingsFile.Ending] {
        try await waitForLocks()
        return try await open().adopt()
    }

    private func onlyFile() throws -> String {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        try #require(names.count == 1)
        return "\(folder.path)/\(names[0])"
    }

    @Test("The endings that a process leaves are adopted by the next one, and again if that is killed too")
    func outlives() async throws {
        let ids = [SessionID(), SessionID()]
        await leave(ids)
        for _ in 0..<2 {
            let adopted = try await adopted()
            #expect(adopted == ids.map { PendingEndingsFile.Ending(id: $0, until: end) })
        }
    }

    @Test("No file is there before the first ending; only its owner can read it, and it has ids and expiries")
    func contents()
        async throws
    {
        let (file, id) = (open(), try #require(SessionID([UInt8](0..<16))))
        #expect(try await file.adopt() == [])
        await file.remove { false }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        #expect(await file.append(id, until: end))
        let path = try onlyFile()
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        let text = String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
        #expect(text.split(separator: "\n") == ["000102030405060708090a0b0c0d0e0f 1769860800"])
    }

    @Test("The file of a process that runs is left alone, also if both share a folder") func shared() async throws {
        let (running, id) = (open(), SessionID())
        #expect(await running.append(id, until: end))
        let other = open()
        #expect(try await other.adopt() == [])
        #expect(await other.append(SessionID(), until: end))
        await other.remove { false }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
        #expect(await running.append(id, until: end))
    }

    @Test("A line of the endings file that was cut off or changed costs no other line") func damage() async throws {
        let ids = [SessionID(), SessionID(), SessionID()]
        await leave(ids)
        let path = try onlyFile()
        var lines = String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self).split(
            separator: "\n")
        lines[1] = lines[1].dropFirst()
        let text = lines.joined(separator: "\n") + "\nno line\n\u{FFFD} 5\n\n"
        for cut in [lines[2].prefix(20), lines[2]] {
            try Data((text + cut).utf8).write(to: URL(filePath: path))
            #expect(try await adopted().map(\.id) == [ids[0], ids[2]])
        }
    }

    @Test("The number of endings in a file is bounded, and the caller learns it") func bounded() async throws {
        let file = open(capacity: 2)
        let first = SessionID()
        #expect(await file.append(first, until: end))
        #expect(await file.append(SessionID(), until: end))
        #expect(await !file.append(SessionID(), until: end))
        #expect(await file.append(first, until: end))
        await file.remove { false }
        #expect(await file.append(SessionID(), until: end))
    }

    @Test("The files are removed once no ending waits, adopted files too, and the next ending creates a new one")
    func removal() async throws {
        await leave([SessionID()])
        let file = open()
        try await waitForLocks()
        #expect(try await file.adopt().count == 1)
        #expect(await file.append(SessionID(), until: end))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
        await file.remove { true }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
        await file.remove { false }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        #expect(await file.append(SessionID(), until: end))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
    }

    @Test("A file that another process has locked, or has removed since it was opened, is not adopted") func locking()
        throws
    {
        let path = "\(folder.path)/pending-endings.x"
        #expect(FileManager.default.createFile(atPath: path, contents: Data()))
        let descriptors = (0..<3).map { _ in Glibc.open(path, O_RDONLY | O_CLOEXEC) }
        defer { for descriptor in descriptors { close(descriptor) } }
        #expect(PendingEndingsFile.lock(descriptors[0]) == .ours)
        #expect(PendingEndingsFile.lock(descriptors[1]) == .taken)
        try FileManager.default.removeItem(atPath: path)
        #expect(flock(descriptors[0], LOCK_UN) == 0)
        #expect(PendingEndingsFile.lock(descriptors[2]) == .taken)
    }

    @Test("A lock that the system refuses doesn't count as another process's") func noLock() {
        #expect(PendingEndingsFile.lock(-1) == .failed)
    }

    @Test("A file that a process made and was killed before it wrote anything is removed") func empty() async throws {
        #expect(FileManager.default.createFile(atPath: "\(folder.path)/pending-endings.x", contents: Data()))
        let file = open()
        #expect(try await file.adopt() == [])
        await file.remove { false }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test("If the folder of the endings can't be written, the caller learns it") func unwritable() async throws {
        let file = PendingEndingsFile(folder: "\(folder.path)/none")
        #expect(await !file.append(SessionID(), until: end))
        try FileManager.default.createDirectory(atPath: "\(folder.path)/none", withIntermediateDirectories: false)
        #expect(await file.append(SessionID(), until: end))
    }

    @Test("An endings file that can't be read is an error that names it") func unreadable() async throws {
        let path = "\(folder.path)/pending-endings.x"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let error = await #expect(throws: PendingEndingsError.self) { try await open().adopt() }
        #expect(error?.description.contains(path) == true)
        #expect(error?.description.contains("(Is a directory)") == true)
    }

    @Test("A folder of endings that can't be listed is an error that names it; a missing one has no endings")
    func unreadableFolder()
        async throws
    {
        let path = "\(folder.path)/file"
        #expect(try await PendingEndingsFile(folder: path).adopt() == [])
        #expect(FileManager.default.createFile(atPath: path, contents: Data()))
        let error = await #expect(throws: PendingEndingsError.self) {
            try await PendingEndingsFile(folder: path).adopt()
        }
        #expect(error?.description.contains(path) == true)
        #expect(error?.description.contains("(Not a directory)") == true)
    }
}
