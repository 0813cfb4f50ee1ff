import FoundationEssentials
public import TaskCore

/// Tasks in a PostgreSQL database.
///
/// Every statement names the owner.
public struct PostgreSQLTaskStore: TaskStore {
    private let database: PostgreSQLDatabase
    private let now: @Sendable () -> Date

    /// A store in a database.
    public init(_ database: PostgreSQLDatabase) {
        self.init(database, now: { Date() })
    }

    /// A store with a clock of its own.
    init(_ database: PostgreSQLDatabase, now: @escaping @Sendable () -> Date) {
        self.database = database
        self.now = now
    }

    /// The owner's tasks, oldest first, and the counts of the same moment.
    public func tasks(of owner: String, completed: Bool?, limit: Int, after: String?) async throws -> TaskPage {
        // A text that holds a NUL is cut there, which leaves its place in the order.
        let after = after.map { String(decoding: $0.utf8.prefix { $0 != 0 }, as: UTF8.self) } ?? ""
        let rows = try await perform { connection throws(PostgreSQLStorageError) in
            try connection.query(
                """
                SELECT counts.total, counts.completed, page.id, page.task, page.completed, page.created
                FROM (
                    SELECT count(*) AS total, count(*) FILTER (WHERE completed) AS completed FROM latchkey_tasks WHERE owner = $1
                ) AS counts
                LEFT JOIN (
                    SELECT id, task, completed, created FROM latchkey_tasks
                    WHERE owner = $1 AND id > $2 AND ($3 IS NULL OR completed = $3) ORDER BY id LIMIT $4
                ) AS page ON true
                ORDER BY page.id
                """,
                [.text(owner), .text(after), .boolean(completed), .integer(Int64(limit) + 1)]
            ) { row throws(PostgreSQLStorageError) in
                let item = row.isNull(2) ? nil : try TaskItem(row, from: 2, owner: owner)
                return (total: Int(try row.integer(0)), completed: Int(try row.integer(1)), item: item)
            }
        }
        let items = rows.compactMap(\.item)
        return TaskPage(
            items: Array(items.prefix(limit)), hasMore: items.count > limit, total: rows.first?.total ?? 0,
            completed: rows.first?.completed ?? 0)
    }

    /// Adds a task.
    public func add(_ text: TaskText, owner: String) async throws -> TaskItem {
        let now = now()
        let created = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
        let id = try await perform { connection throws(PostgreSQLStorageError) in
            let fresh = TaskIdentifier(after: nil, now: now).text
            if try Self.add(text, as: fresh, owner: owner, created: created, on: connection) { return fresh }
            return try Self.addAfterLast(text, owner: owner, now: now, created: created, on: connection)
        }
        return TaskItem(id: id, task: text.value, owner: owner, creationDate: created)
    }

    /// Adds a task, unless the owner has one whose identifier isn't lower: then another was added in the same millisecond, or the clock was set
    /// back.
    ///
    /// The row with the owner's last identifier is locked until the task is there, so that nobody who pages meets a task before an earlier one.
    private static func add(
        _ text: TaskText, as id: String, owner: String, created: Date, on connection: PostgreSQLConnection
    ) throws(PostgreSQLStorageError) -> Bool {
        try connection.execute(
            """
            WITH place AS (
                INSERT INTO latchkey_last_tasks AS last (owner, id) VALUES ($1, $2)
                ON CONFLICT (owner) DO UPDATE SET id = excluded.id WHERE last.id < excluded.id
                RETURNING owner, id
            )
            INSERT INTO latchkey_tasks (owner, id, task, completed, created) SELECT owner, id, $3, false, $4 FROM place
            """,
            [.text(owner), .text(id), .text(text.value), .time(created)]) == 1
    }

    private static func addAfterLast(
        _ text: TaskText, owner: String, now: Date, created: Date, on connection: PostgreSQLConnection
    ) throws(PostgreSQLStorageError) -> String {
        try connection.transaction { () throws(PostgreSQLStorageError) in
            let last = try connection.query("SELECT id FROM latchkey_last_tasks WHERE owner = $1 FOR UPDATE", [.text(owner)]) {
                row throws(PostgreSQLStorageError) in
                try row.text(0)
            }
            let id = TaskIdentifier(after: last.first.flatMap(TaskIdentifier.init), now: now).text
            guard try add(text, as: id, owner: owner, created: created, on: connection) else {
                throw PostgreSQLStorageError(.unexpectedAnswer, "a task's place was taken although its row is locked")
            }
            return id
        }
    }

    /// One task of the owner's.
    public func task(_ id: String, owner: String) async throws -> TaskItem? {
        guard TaskIdentifier(id) != nil else { return nil }
        return try await first(
            "SELECT id, task, completed, created FROM latchkey_tasks WHERE owner = $1 AND id = $2", [.text(owner), .text(id)], owner: owner)
    }

    /// Changes what is not `nil`.
    public func change(_ id: String, owner: String, text: TaskText?, completed: Bool?) async throws -> TaskItem? {
        guard TaskIdentifier(id) != nil else { return nil }
        return try await first(
            """
            UPDATE latchkey_tasks SET task = coalesce($3, task), completed = coalesce($4, completed) WHERE owner = $1 AND id = $2
            RETURNING id, task, completed, created
            """,
            [.text(owner), .text(id), .text(text?.value), .boolean(completed)], owner: owner)
    }

    /// Deletes a task.
    public func delete(_ id: String, owner: String) async throws -> Bool {
        guard TaskIdentifier(id) != nil else { return false }
        return try await execute("DELETE FROM latchkey_tasks WHERE owner = $1 AND id = $2", [.text(owner), .text(id)]) > 0
    }

    /// Marks all of the owner's tasks.
    public func changeAll(owner: String, completed: Bool) async throws {
        _ = try await execute(
            "UPDATE latchkey_tasks SET completed = $2 WHERE owner = $1 AND completed <> $2", [.text(owner), .boolean(completed)])
    }

    /// Deletes the owner's tasks of exactly that text.
    public func deleteAll(named text: String, owner: String) async throws -> Int {
        guard !text.utf8.contains(0) else { return 0 }
        return try await execute("DELETE FROM latchkey_tasks WHERE owner = $1 AND task = $2", [.text(owner), .text(text)])
    }

    /// Deletes the owner's completed tasks.
    public func deleteCompleted(owner: String) async throws {
        _ = try await execute("DELETE FROM latchkey_tasks WHERE owner = $1 AND completed", [.text(owner)])
    }

    /// Throws where the database can't be read.
    public func check() async throws {
        try await database.check()
    }

    private func perform<Value: Sendable>(_ body: @escaping DatabaseCall<Value>.Body) async throws -> Value {
        do {
            return try await database.perform(body)
        } catch let error as PostgreSQLStorageError where error.isPassing {
            throw TaskStoreAway(error.description)
        }
    }

    private func first(_ sql: String, _ values: [PostgreSQLValue], owner: String) async throws -> TaskItem? {
        try await perform { connection throws(PostgreSQLStorageError) in
            try connection.query(sql, values) { row throws(PostgreSQLStorageError) in try TaskItem(row, from: 0, owner: owner) }.first
        }
    }

    private func execute(_ sql: String, _ values: [PostgreSQLValue]) async throws -> Int {
        try await perform { connection throws(PostgreSQLStorageError) in try connection.execute(sql, values) }
    }
}

extension TaskItem {
    /// The columns `id`, `task`, `completed`, `created` of a row.
    fileprivate init(_ row: PostgreSQLRow, from column: Int32, owner: String) throws(PostgreSQLStorageError) {
        self.init(
            id: try row.text(column), task: try row.text(column + 1), owner: owner, completed: try row.boolean(column + 2),
            creationDate: try row.time(column + 3))
    }
}
