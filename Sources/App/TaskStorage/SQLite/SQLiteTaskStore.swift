package import FoundationEssentials
import GRDB
package import SQLiteSessionStorage
package import TaskCore

/// Tasks in an SQLite database.
///
/// Every statement names the owner.
package struct SQLiteTaskStore: TaskStore {
    private let database: SQLiteDatabase
    private let maximumTasks: Int
    let now: @Sendable () -> Date

    /// A store in an open database, whose tables it creates or migrates.
    ///
    /// Blocks for as long as that takes.
    ///
    /// - Parameters:
    ///   - assignment: Assigns the tasks of earlier versions; `nil` leaves them as they are.
    ///   - maximumTasks: Maximum number of an owner's tasks.
    /// - Throws: `SQLiteStorageError`.
    package init(
        _ database: SQLiteDatabase, assignment: OwnerAssignment? = nil, maximumTasks: Int = .max,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        try database.migrate(.tasks) { try assignment?.assign(in: $0) }
        self.database = database
        self.maximumTasks = maximumTasks
        self.now = now
    }

    package func tasks(of owner: String, completed: Bool?, limit: Int, after: String?) async throws -> TaskPage {
        let owner = try storable(owner)
        return try await read { database in
            var sql = "SELECT id, task, completed, created FROM tasks WHERE owner = ? AND id > ?"
            if let completed { sql += " AND completed = \(completed ? 1 : 0)" }
            sql += " ORDER BY id LIMIT ?"
            let statement = try database.cachedStatement(sql: sql)
            // A text that contains a NUL is cut there, which leaves its place in the order.
            let rows = try Row.fetchCursor(statement, arguments: [owner, after ?? "", limit + 1])
            var items: [TaskItem] = []
            while let row = try rows.next() { items.append(try TaskItem(row, owner: owner)) }
            let hasMore = items.count > limit
            if hasMore { items.removeLast() }
            let counting = try database.cachedStatement(
                sql: "SELECT count(*), coalesce(sum(completed), 0) FROM tasks WHERE owner = ?")
            let counts = try Row.fetchOne(counting, arguments: [owner])
            return TaskPage(items: items, hasMore: hasMore, total: counts?[0] ?? 0, completed: counts?[1] ?? 0)
        }
    }

    package func add(_ text: TaskText, owner: String) async throws -> TaskItem {
        let owner = try storable(owner)
        let now = now()
        let created = Int64(now.timeIntervalSince1970.rounded(.down))
        let id = try await write { [maximumTasks] database in
            let counting = "SELECT count(*) FROM (SELECT 1 FROM tasks WHERE owner = ? LIMIT ?)"
            let count =
                try Int.fetchOne(database.cachedStatement(sql: counting), arguments: [owner, maximumTasks]) ?? 0
            guard count < maximumTasks else { throw TaskLimitError(limit: maximumTasks) }
            let last = try String.fetchOne(database.cachedStatement(sql: "SELECT id FROM last_task"))
            let id = TaskIdentifier(after: last.flatMap(TaskIdentifier.init), now: now).text
            try database.cachedStatement(
                sql: "INSERT INTO tasks (owner, id, task, completed, created) VALUES (?, ?, ?, 0, ?)"
            )
            .execute(arguments: [owner, id, text.value, created])
            try database.cachedStatement(sql: "INSERT OR REPLACE INTO last_task (singleton, id) VALUES (1, ?)").execute(
                arguments: [id])
            return id
        }
        return TaskItem(
            id: id, task: text.value, owner: owner, creationDate: Date(timeIntervalSince1970: TimeInterval(created)))
    }

    package func task(_ id: String, owner: String) async throws -> TaskItem? {
        guard TaskIdentifier(id) != nil else { return nil }
        let owner = try storable(owner)
        return try await read { try Self.task(id, owner: owner, in: $0) }
    }

    package func change(
        _ id: String, owner: String, text: TaskText?, completed: Bool?, if condition: TaskCondition?
    ) async throws -> TaskItem? {
        guard TaskIdentifier(id) != nil else { return nil }
        let owner = try storable(owner)
        return try await write { database in
            guard var task = try Self.task(id, owner: owner, if: condition, in: database) else { return nil }
            task.task = text?.value ?? task.task
            task.completed = completed ?? task.completed
            try database.cachedStatement(sql: "UPDATE tasks SET task = ?, completed = ? WHERE owner = ? AND id = ?")
                .execute(arguments: [task.task, task.completed, owner, id])
            return task
        }
    }

    package func delete(_ id: String, owner: String, if condition: TaskCondition?) async throws -> Bool {
        guard TaskIdentifier(id) != nil else { return false }
        let owner = try storable(owner)
        return try await write { database in
            guard try Self.task(id, owner: owner, if: condition, in: database) != nil else { return false }
            try database.cachedStatement(sql: "DELETE FROM tasks WHERE owner = ? AND id = ?")
                .execute(arguments: [owner, id])
            return true
        }
    }

    package func changeAll(owner: String, completed: Bool) async throws {
        _ = try await run(.mark(completed: completed), owner: storable(owner))
    }

    package func deleteAll(named text: String, owner: String) async throws -> Int {
        guard !text.utf8.contains(0) else { return 0 }
        return try await run(.deleteNamed(text), owner: storable(owner))
    }

    package func deleteCompleted(owner: String) async throws {
        _ = try await run(.deleteCompleted, owner: storable(owner))
    }

    package func check() async throws {
        _ = try await read { try Int.fetchOne($0, sql: "SELECT count(*) FROM last_task") }
    }

    private static func task(
        _ id: String, owner: String, if condition: TaskCondition? = nil, in database: Database
    ) throws -> TaskItem? {
        let statement = try database.cachedStatement(
            sql: "SELECT id, task, completed, created FROM tasks WHERE owner = ? AND id = ?")
        let task = try Row.fetchOne(statement, arguments: [owner, id]).map { try TaskItem($0, owner: owner) }
        if let condition, let task, !condition(task) { throw TaskChangedError() }
        return task
    }

    private func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await Self.reachable { try await database.readTasks(body) }
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await Self.reachable { try await database.writeTasks(body) }
    }

    private static func reachable<Value>(_ call: () async throws -> Value) async throws -> Value {
        do {
            return try await call()
        } catch let error as SQLiteStorageError where error.isPassing {
            throw TaskStoreUnavailableError(error.description)
        }
    }
}

extension TaskItem {
    /// A row of `id`, `task`, `completed`, `created`.
    fileprivate init(_ row: Row, owner: String) throws {
        self.init(
            id: try row.decode(atIndex: 0), task: try row.decode(atIndex: 1), owner: owner,
            completed: try row.decode(atIndex: 2),
            creationDate: Date(timeIntervalSince1970: TimeInterval(try row.decode(Int64.self, atIndex: 3))))
    }
}
