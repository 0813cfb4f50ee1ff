import Dispatch
import FoundationEssentials
import GRDB
import SessionStorage
import TaskCore
import TaskStorage
import TestSupport
import Testing

@testable import SQLiteSessionStorage

/// A file that another program has locked.
@Suite(.timeLimit(.minutes(1))) struct LockedFileTests {
    /// A connection that may leave a transaction open.
    private func otherProgram(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Opens both stores, which waits for the lock, on a thread that the other tests don't need.
    private func open(_ path: String) async throws -> (sessions: SQLiteSessionStore, tasks: SQLiteTaskStore) {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result {
                        let sessions = try SQLiteSessionStore(path: path)
                        return (sessions, try SQLiteTaskStore(sessions.database))
                    })
            }
        }
    }

    @Test(
        "If the file is locked, all writes fail within two seconds, and succeed once the file is free"
    )
    func locked() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("latchkey.sqlite")
        let sessions = try SQLiteSessionStore(path: path)
        let tasks = try SQLiteTaskStore(sessions.database)
        let task = try await tasks.add(TaskText("milk"), owner: "alice")
        let other = try otherProgram(path)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
        let start = ContinuousClock.now
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<10 {
                group.addTask {
                    await #expect(throws: TaskStoreUnavailableError.self) {
                        try await tasks.add(TaskText("\(number)"), owner: "alice")
                    }
                }
                group.addTask {
                    await #expect(throws: TaskStoreUnavailableError.self) {
                        try await tasks.changeAll(owner: "\(number)", completed: true)
                    }
                }
                group.addTask {
                    let error = await #expect(throws: SQLiteStorageError.self) {
                        _ = try await sessions.end(SessionID(), until: .distantFuture)
                    }
                    #expect(error?.kind == .busy)
                }
            }
        }
        #expect(ContinuousClock.now - start < .seconds(3))
        #expect(try await tasks.task(task.id, owner: "alice") == task)
        #expect(try await sessions.endings(after: 0, now: .distantPast).isEmpty)
        try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        #expect(try await tasks.delete(task.id, owner: "alice"))
        _ = try await sessions.end(SessionID(), until: .distantFuture)
    }

    @Test("A disk without room makes the store unavailable, loses nothing, and is no fault once there is room again")
    func fullDisk() async throws {
        let folder = try TemporaryFolder()
        let sessions = try SQLiteSessionStore(path: folder.file("latchkey.sqlite"))
        let tasks = try SQLiteTaskStore(sessions.database)
        func limit(pages: Int) async throws {
            try await sessions.database.writeTasks { try $0.execute(sql: "PRAGMA max_page_count = \(pages)") }
        }
        try await limit(pages: 1)
        var added = 0
        await #expect(throws: TaskStoreUnavailableError.self) {
            while added < 1000 {
                _ = try await tasks.add(TaskText(String(repeating: "milk ", count: 200)), owner: "alice")
                added += 1
            }
        }
        let page = try await tasks.tasks(of: "alice", completed: nil, limit: 1000, after: nil)
        #expect(page.total == added)
        try await limit(pages: 100_000)
        _ = try await tasks.add(TaskText("milk"), owner: "alice")
    }

    @Test("A file that was removed or replaced takes no write and isn't read, until it is back")
    func replacedFile() async throws {
        let folder = try TemporaryFolder()
        let (path, moved) = (folder.file("latchkey.sqlite"), folder.file("moved.sqlite"))
        let sessions = try SQLiteSessionStore(path: path)
        let tasks = try SQLiteTaskStore(sessions.database)
        let task = try await tasks.add(TaskText("milk"), owner: "alice")
        func refuses() async {
            await #expect(throws: TaskStoreUnavailableError.self) {
                try await tasks.add(TaskText("tea"), owner: "alice")
            }
            await #expect(throws: TaskStoreUnavailableError.self) { try await tasks.task(task.id, owner: "alice") }
            let read = await #expect(throws: SQLiteStorageError.self) { try await sessions.check() }
            let write = await #expect(throws: SQLiteStorageError.self) {
                _ = try await sessions.end(SessionID(), until: .distantFuture)
            }
            #expect([read?.kind, write?.kind] == [.replaced, .replaced])
            #expect(read?.description.contains(path) == true)
        }
        try FileManager.default.moveItem(atPath: path, toPath: moved)
        await refuses()
        try FileManager.default.copyItem(atPath: moved, toPath: path)
        await refuses()
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: moved, toPath: path)
        #expect(try await tasks.task(task.id, owner: "alice") == task)
        #expect(try await tasks.tasks(of: "alice", completed: nil, limit: 10, after: nil).total == 1)
    }

    @Test(
        "A file that is locked at the start is opened by the first call after its release, a new one and one in use",
        arguments: [false, true], ["IMMEDIATE", "EXCLUSIVE"])
    func lockedAtStart(isInUse: Bool, lock: String) async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("latchkey.sqlite")
        if isInUse { _ = try await open(path) }
        let other = try otherProgram(path)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN \(lock)") }
        let start = ContinuousClock.now
        let (sessions, tasks) = try await open(path)
        #expect(ContinuousClock.now - start < .seconds(4))
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                let error = await #expect(throws: SQLiteStorageError.self) { try await sessions.check() }
                #expect(error?.kind == .busy)
            }
            group.addTask { await #expect(throws: TaskStoreUnavailableError.self) { try await tasks.check() } }
        }
        try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask { try await sessions.check() }
                group.addTask { try await tasks.check() }
            }
            try await group.waitForAll()
        }
        #expect(try await tasks.add(TaskText("milk"), owner: "alice").task == "milk")
    }

    @Test("A fault other than a lock is found when the file is released, and stays one")
    func faultBehindLock() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("latchkey.sqlite")
        let other = try otherProgram(path)
        try await other.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 1000; BEGIN EXCLUSIVE") }
        let tasks = try await open(path).tasks
        try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        for _ in 0..<2 {
            let error = await #expect(throws: SQLiteStorageError.self) { try await tasks.check() }
            #expect(error?.kind == .newerSchema)
        }
    }

    @Test("The time that a write waits for others of this process is no part of its patience with another program")
    func lockedAfterOthers() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("latchkey.sqlite")
        let database = try SQLiteDatabase(path: path)
        let store = try SQLiteTaskStore(database)
        let other = try otherProgram(path)
        let (started, continuation) = AsyncStream.makeStream(of: Void.self)
        async let first: Void = database.writeTasks { database in
            try database.execute(sql: "CREATE TABLE first (id INTEGER)")
            // The other program is the first to get the file.
            database.afterNextTransaction { _ in
                try? other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            }
            continuation.yield()
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 1.8)
        }
        for await _ in started { break }
        async let task = store.add(TaskText("milk"), owner: "alice")
        try await first
        // The other program works that long. No event shows that the write has found the file locked.
        try await Task.sleep(for: .milliseconds(200))
        try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        #expect(try await task.task == "milk")
    }

    @Test("A write waits for a program that soon lets go of the file")
    func soonReleased() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("latchkey.sqlite")
        let store = try SQLiteTaskStore(try SQLiteDatabase(path: path))
        let other = try otherProgram(path)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        async let task = store.add(TaskText("milk"), owner: "alice")
        // The other program works that long. No event shows that the write has found the file locked.
        try await Task.sleep(for: .milliseconds(100))
        try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        #expect(try await task.task == "milk")
    }
}
