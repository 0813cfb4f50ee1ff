import FoundationEssentials
import GRDB
public import TaskCore

/// Tasks in an SQLite database.
///
/// Every statement names the owner.
public struct SQLiteTaskStore: TaskStore {
    private let database: SQLiteDatabase
    private let now: @Sendable () -> Date

    /// A store in an open database.
    public init(_ database: SQLiteDatabase) {
        self.init(database, now: { Date() })
    }

    /// A store with a clock of its own.
    init(_ database: SQLiteDatabase, now: @escaping @Sendable () -> Date) {
        self.database = database
        self.now = now
    }

    /// The owner's tasks, oldest first, and the counts of the same moment.
    public func tasks(of owner: String, completed: Bool?, limit: Int, after: String?) async throws -> TaskPage {
        let owner = try storable(owner)
        return try await database.pool.read { database in
            var sql = "SELECT id, task, completed, created FROM tasks WHERE owner = ? AND id > ?"
            if let completed { sql += " AND completed = \(completed ? 1 : 0)" }
            sql += " ORDER BY id LIMIT ?"
            let statement = try database.cachedStatement(sql: sql)
            // A text that holds a NUL is cut there, which leaves its place in the order.
            var items = try Row.fetchAll(statement, arguments: [owner, after ?? "", limit + 1]).map { TaskItem($0, owner: owner) }
            let hasMore = items.count > limit
            if hasMore { items.removeLast() }
            let counting = try database.cachedStatement(sql: "SELECT count(*), coalesce(sum(completed), 0) FROM tasks WHERE owner = ?")
            let counts = try Row.fetchOne(counting, arguments: [owner])
            return TaskPage(items: items, hasMore: hasMore, total: counts?[0] ?? 0, completed: counts?[1] ?? 0)
        }
    }

    /// Adds a task.
    public func add(_ text: TaskText, owner: String) async throws -> TaskItem {
        let owner = try storable(owner)
        let now = now()
        let created = Int64(now.timeIntervalSince1970.rounded(.down))
        let id = try await database.pool.write { database in
            let last = try String.fetchOne(database.cachedStatement(sql: "SELECT id FROM last_task"))
            let id = TaskIdentifier(after: last.flatMap(TaskIdentifier.init), now: now).text
            try database.cachedStatement(sql: "INSERT INTO tasks (owner, id, task, completed, created) VALUES (?, ?, ?, 0, ?)")
                .execute(arguments: [owner, id, text.value, created])
            try database.cachedStatement(sql: "INSERT OR REPLACE INTO last_task (singleton, id) VALUES (1, ?)").execute(arguments: [id])
            return id
        }
        return TaskItem(id: id, task: text.value, owner: owner, creationDate: Date(timeIntervalSince1970: TimeInterval(created)))
    }

    /// One task of the owner's.
    public func task(_ id: String, owner: String) async throws -> TaskItem? {
        guard TaskIdentifier(id) != nil else { return nil }
        let owner = try storable(owner)
        return try await database.pool.read { database in
            let statement = try database.cachedStatement(sql: "SELECT id, task, completed, created FROM tasks WHERE owner = ? AND id = ?")
            return try Row.fetchOne(statement, arguments: [owner, id]).map { TaskItem($0, owner: owner) }
        }
    }

    /// Changes what is not `nil`.
    public func change(_ id: String, owner: String, text: TaskText?, completed: Bool?) async throws -> TaskItem? {
        guard TaskIdentifier(id) != nil else { return nil }
        let owner = try storable(owner)
        return try await database.pool.write { database in
            let statement = try database.cachedStatement(
                sql: """
                    UPDATE tasks SET task = coalesce(?, task), completed = coalesce(?, completed) WHERE owner = ? AND id = ?
                    RETURNING id, task, completed, created
                    """)
            return try Row.fetchAll(statement, arguments: [text?.value, completed, owner, id]).first.map { TaskItem($0, owner: owner) }
        }
    }

    /// Deletes a task.
    public func delete(_ id: String, owner: String) async throws -> Bool {
        guard TaskIdentifier(id) != nil else { return false }
        return try await execute("DELETE FROM tasks WHERE owner = ? AND id = ?", [storable(owner), id]) > 0
    }

    /// Marks all of the owner's tasks.
    public func changeAll(owner: String, completed: Bool) async throws {
        _ = try await execute("UPDATE tasks SET completed = ?1 WHERE owner = ?2 AND completed <> ?1", [completed, storable(owner)])
    }

    /// Deletes the owner's tasks of exactly that text.
    public func deleteAll(named text: String, owner: String) async throws -> Int {
        guard !text.utf8.contains(0) else { return 0 }
        return try await execute("DELETE FROM tasks WHERE owner = ? AND task = ?", [storable(owner), text])
    }

    /// Deletes the owner's completed tasks.
    public func deleteCompleted(owner: String) async throws {
        _ = try await execute("DELETE FROM tasks WHERE owner = ? AND completed = 1", [storable(owner)])
    }

    /// Throws where the database can't be read.
    public func check() async throws {
        try await database.check()
    }

    private func execute(_ sql: String, _ arguments: StatementArguments) async throws -> Int {
        try await database.pool.write { database in
            try database.cachedStatement(sql: sql).execute(arguments: arguments)
            return database.changesCount
        }
    }
}

extension TaskItem {
    /// A row of `id`, `task`, `completed`, `created`.
    fileprivate init(_ row: Row, owner: String) {
        self.init(
            id: row[0], task: row[1], owner: owner, completed: row[2],
            creationDate: Date(timeIntervalSince1970: TimeInterval(row[3] as Int64)))
    }
}
