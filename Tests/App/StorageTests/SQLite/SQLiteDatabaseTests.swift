import Dispatch
import FoundationEssentials
import GRDB
import SessionStorage
import TaskCore
import TaskStorage
import TestSupport
import Testing

@testable import SQLiteSessionStorage

@Suite struct SQLiteDatabaseTests {
    private let now = Date(timeIntervalSince1970: 1_769_860_800)

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("The database's folder and files are for their owner alone")
    func permissions() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("deep/down/latchkey.sqlite")
        let database = try SQLiteDatabase(path: path)
        _ = try await SQLiteTaskStore(database).add(TaskText("milk"), owner: "alice")
        for (file, wanted) in [("deep", 0o700), ("deep/down", 0o700)]
            + ["", "-wal", "-shm"].map({ ("deep/down/latchkey.sqlite\($0)", 0o600) })
        {
            #expect(try mode(folder.file(file)) == wanted, "\(file)")
        }
    }

    @Test("SQLite's journal is a write-ahead log that is on disk before a write returns")
    func durability() async throws {
        let folder = try TemporaryFolder()
        let database = try SQLiteDatabase(path: folder.file("latchkey.sqlite"))
        let (journal, synchronous) = try await database.writeTasks { database in
            (
                try String.fetchOne(database, sql: "PRAGMA journal_mode"),
                try Int.fetchOne(database, sql: "PRAGMA synchronous")
            )
        }
        #expect(journal == "wal")
        #expect(synchronous == 2)
    }

    @Test("Stored rows are there when the file is opened again while it is still open")
    func reopening() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("latchkey.sqlite")
        let first = try SQLiteTaskStore(try SQLiteDatabase(path: path))
        let task = try await first.add(TaskText("milk"), owner: "alice")
        let second = try SQLiteTaskStore(try SQLiteDatabase(path: path))
        #expect(try await second.task(task.id, owner: "alice") == task)
        #expect(try await second.delete(task.id, owner: "alice"))
        #expect(try await first.task(task.id, owner: "alice") == nil)
    }

    @Test("After the database is closed, its main file has everything, and calls fail")
    func closed() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("latchkey.sqlite")
        let store = try SQLiteSessionStore(path: path)
        let tasks = try SQLiteTaskStore(store.database)
        let task = try await tasks.add(TaskText("milk"), owner: "alice")
        try await store.check()
        #expect(FileManager.default.fileExists(atPath: "\(path)-wal"))
        try store.database.close()
        #expect(!FileManager.default.fileExists(atPath: "\(path)-wal"))
        await #expect(throws: (any Error).self) { try await tasks.check() }
        let copy = folder.file("copy.sqlite")
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        #expect(try await SQLiteTaskStore(try SQLiteDatabase(path: copy)).task(task.id, owner: "alice") == task)
    }

    @Test("A store that takes no writes fails the check, and can be read")
    func unwritable() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteSessionStore(path: folder.file("latchkey.sqlite"))
        for _ in 0..<2 { try await store.check() }
        try await store.database.writeSessions { try $0.execute(sql: "PRAGMA query_only = 1") }
        let error = await #expect(throws: SQLiteStorageError.self) { try await store.check() }
        #expect(error?.kind == .readOnly && error?.publicReason == "read-only")
        #expect(try await store.endings(after: 0, now: .distantPast).isEmpty)
    }

    @Test("Each check of the store writes to the disk, so that a full disk is noticed")
    func checkWrites() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("latchkey.sqlite")
        let store = try SQLiteSessionStore(path: path)
        func size() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: "\(path)-wal")[.size] as? Int
        }
        try await store.check()
        for _ in 0..<3 {
            let before = try #require(try size())
            try await store.check()
            #expect(try #require(try size()) > before)
        }
    }

    @Test("If the disk is full, stores say so, and store again once there is room")
    func full() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteSessionStore(path: folder.file("latchkey.sqlite"))
        let tasks = try SQLiteTaskStore(store.database)
        let large = [UInt8](repeating: 7, count: 100_000)
        try await store.database.writeSessions { try $0.execute(sql: "PRAGMA max_page_count = 1") }
        let error = await #expect(throws: SQLiteStorageError.self) {
            _ = try await store.insert(.sample(), tokens: large, replacing: nil)
        }
        #expect(error?.kind == .exhausted && error?.publicReason == "out of resources")
        let text = try TaskText(String(repeating: "x", count: 255))
        await #expect(throws: TaskStoreUnavailableError.self) {
            for _ in 0..<1000 { _ = try await tasks.add(text, owner: "alice") }
        }
        try await store.database.writeSessions { try $0.execute(sql: "PRAGMA max_page_count = 100000") }
        _ = try await store.insert(.sample(), tokens: large, replacing: nil)
        _ = try await tasks.add(text, owner: "alice")
    }

    @Test("A row that no statement can have written fails its call, and not the process")
    func damagedRow() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteSessionStore(path: folder.file("latchkey.sqlite"))
        let tasks = try SQLiteTaskStore(store.database)
        let task = try await tasks.add(TaskText("milk"), owner: "alice")
        let session = SessionRecord.sample()
        _ = try await store.insert(session, tokens: [1], replacing: nil)
        // A program that overwrites pages of the file overwrites values, whatever the tables' rules.
        try await store.database.writeTasks { database in
            for (table, columns) in [
                ("tasks", "completed = NULL"), ("latchkey_sessions", "tokens = NULL, browser = NULL"),
            ] {
                try database.execute(
                    sql: """
                        CREATE TABLE damaged AS SELECT * FROM \(table);
                        UPDATE damaged SET \(columns);
                        DROP TABLE \(table);
                        ALTER TABLE damaged RENAME TO \(table);
                        """)
            }
        }
        await #expect(throws: TaskStoreUnavailableError.self) {
            try await tasks.tasks(of: "alice", completed: nil, limit: 10, after: nil)
        }
        await #expect(throws: TaskStoreUnavailableError.self) { try await tasks.task(task.id, owner: "alice") }
        for call in [
            { _ = try await store.tokens(of: session.id) },
            { _ = try await store.sessions(of: session.user, now: SessionRecord.now) },
        ] as [() async throws -> Void] {
            await #expect { try await call() } throws: { ($0 as? SQLiteStorageError)?.kind == .damaged }
        }
    }

    @Test("Tasks can be read while a write and another read are under way")
    func readsAreNotHeldUp() async throws {
        let folder = try TemporaryFolder()
        let database = try SQLiteDatabase(path: folder.file("latchkey.sqlite"))
        let store = try SQLiteTaskStore(database)
        let task = try await store.add(TaskText("milk"), owner: "alice")
        let (mayEnd, started) = (DispatchSemaphore(value: 0), AsyncStream.makeStream(of: Void.self))
        let hold: @Sendable (Database) -> DispatchTimeoutResult = { _ in
            started.continuation.yield()
            return mayEnd.wait(timeout: .now() + 20)
        }
        try await withThrowingTaskGroup(of: DispatchTimeoutResult.self) { group in
            group.addTask { try await database.writeTasks(hold) }
            group.addTask { try await database.readTasks(hold) }
            for await _ in started.stream.prefix(2) {}
            for _ in 0..<3 {
                let found = try await store.task(task.id, owner: "alice")
                #expect(found == task)
            }
            for _ in 0..<2 { mayEnd.signal() }
            for try await end in group { #expect(end == .success) }
        }
    }

    @Test("Many connections may open a new file at the same time and write at the same time")
    func openedAtOnce() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("data/latchkey.sqlite")
        let ids = try await withThrowingTaskGroup(of: [String].self) { group in
            for number in 0..<3 {
                group.addTask {
                    let store = try SQLiteTaskStore(try SQLiteDatabase(path: path))
                    var ids: [String] = []
                    for _ in 0..<5 { ids.append(try await store.add(TaskText("by \(number)"), owner: "alice").id) }
                    return ids
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(ids).count == 15)
        let store = try SQLiteTaskStore(try SQLiteDatabase(path: path))
        #expect(
            try await store.tasks(of: "alice", completed: nil, limit: 100, after: nil).items.map(\.id) == ids.sorted())
    }

    @Test("The change counter differs after another connection's change, and after nothing else")
    func changeCounter() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("latchkey.sqlite")
        let (here, there) = (
            try SQLiteSessionStore(path: path), try SQLiteSessionStore(path: path)
        )
        let before = try await here.changeCounter()
        _ = try await there.endings(after: 0, now: now)
        try await there.removeExpired(now: now)
        #expect(try await here.changeCounter() == before)
        let id = SessionID()
        _ = try await there.end(id, until: now + 60)
        #expect(try await here.changeCounter() != before)
        #expect(try await here.endings(after: 0, now: now).map(\.id) == [id])
    }

    @Test("A clock that was set back, even across a restart, leaves the order as it is")
    func clockSetBack() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("latchkey.sqlite")
        let now = now
        let first = try await SQLiteTaskStore(try SQLiteDatabase(path: path), now: { now }).add(
            TaskText("first"), owner: "alice")
        let store = try SQLiteTaskStore(try SQLiteDatabase(path: path), now: { now - 3600 })
        let second = try await store.add(TaskText("second"), owner: "alice")
        #expect(try await store.tasks(of: "alice", completed: nil, limit: 10, after: first.id).items == [second])
    }

    @Test("An owner with a NUL is refused, not cut")
    func ownerWithNull() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteTaskStore(try SQLiteDatabase(path: folder.file("latchkey.sqlite")))
        let task = try await store.add(TaskText("milk"), owner: "alice")
        await #expect(throws: SQLiteStorageError.self) {
            try await store.tasks(of: "alice\0", completed: nil, limit: 10, after: nil)
        }
        await #expect(throws: SQLiteStorageError.self) { try await store.task(task.id, owner: "alice\0") }
        await #expect(throws: SQLiteStorageError.self) { try await store.delete(task.id, owner: "alice\0") }
        await #expect(throws: SQLiteStorageError.self) { try await store.add(TaskText("bread"), owner: "alice\0") }
        #expect(try await store.tasks(of: "alice", completed: nil, limit: 10, after: nil).items == [task])
    }

    @Test("A file of a later version is refused")
    func laterVersion() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("latchkey.sqlite")
        let database = try SQLiteDatabase(path: path)
        try await database.writeTasks { try $0.execute(sql: "PRAGMA user_version = 1000") }
        for open in [{ _ = try SQLiteTaskStore(database) }, { _ = try SQLiteInspection(path: path) }] {
            let error = #expect(throws: SQLiteStorageError.self) { try open() }
            #expect(error?.kind == .newerSchema)
        }
    }

    @Test("A file that is no database, and a place that can't be written, are refused in one line")
    func unusable() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("text.sqlite")
        try Data(repeating: 65, count: 4096).write(to: URL(filePath: path))
        for wrong in [path, folder.file("text.sqlite/latchkey.sqlite"), "/proc/latchkey/latchkey.sqlite", folder.path] {
            let error = #expect(throws: SQLiteStorageError.self) { try SQLiteDatabase(path: wrong) }
            #expect(error?.kind == .cannotOpen)
            #expect(error?.description.contains("\n") == false)
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(repeating: 65, count: 4096))
    }
}
