package import FoundationEssentials
package import Logging
package import PostgreSQLSessionStorage
package import TaskCore

/// Tasks in a PostgreSQL database.
///
/// Every statement names the owner.
package struct PostgreSQLTaskStore: TaskStore {
    /// The store's connections, which have to run as a service.
    package let database: PostgreSQLDatabase
    private let maximumTasks: Int
    private let now: @Sendable () -> Date

    /// A store that connects when it is first used, and then creates or migrates its tables.
    ///
    /// - Parameters:
    ///   - assignment: Assigns the tasks of earlier versions before the first call; `nil` leaves them as they are.
    ///   - maximumTasks: Maximum number of an owner's tasks.
    /// - Throws: `PostgreSQLStorageError` if the system has no thread to give.
    package init(
        _ url: PostgreSQLURL, connectionCount: Int = 4, assignment: OwnerAssignment? = nil, maximumTasks: Int = .max,
        logger: Logger, now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        database = try PostgreSQLDatabase(url, connectionCount: connectionCount, schema: .tasks, logger: logger) {
            connection throws(PostgreSQLStorageError) in
            try assignment?.assign(on: connection)
        }
        self.maximumTasks = maximumTasks
        self.now = now
    }

    package func tasks(of owner: String, completed: Bool?, limit: Int, after: String?) async throws -> TaskPage {
        // A text that contains a NUL is cut there, which leaves its place in the order.
        let after = after.map { String(decoding: $0.utf8.prefix { $0 != 0 }, as: UTF8.self) } ?? ""
        let rows = try await perform(.reading) { connection throws(PostgreSQLStorageError) in
            try connection.query(
                """
                SELECT counts.total, counts.completed, page.id, page.task, page.completed, page.created
                FROM (
                    SELECT count(*) AS total, count(*) FILTER (WHERE completed) AS completed
                    FROM latchkey_tasks WHERE owner = $1
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

    package func add(_ text: TaskText, owner: String) async throws -> TaskItem {
        let now = now()
        let created = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
        let limit = maximumTasks
        let values = { @Sendable (id: String) -> [PostgreSQLValue] in
            [.text(owner), .text(id), .text(text.value), .time(created), .integer(Int64(limit))]
        }
        let id = try await perform { connection throws(PostgreSQLStorageError) in
            let fresh = TaskIdentifier(after: nil, now: now).text
            let counts = try connection.executeAll([
                (Self.placing, [.text(owner), .text(fresh)]), (Self.insertion, values(fresh)),
            ])
            if counts.first == 1 { return counts.last == 1 ? fresh : nil }
            // The last one was added in the same millisecond, or with a time that is ahead of this one.
            return try connection.transaction { () throws(PostgreSQLStorageError) in
                let last = try connection.query(
                    "SELECT id FROM latchkey_last_tasks WHERE owner = $1 FOR UPDATE", [.text(owner)]
                ) { row throws(PostgreSQLStorageError) in try row.text(0) }
                let id = TaskIdentifier(after: last.first.flatMap(TaskIdentifier.init), now: now).text
                try connection.execute(
                    "UPDATE latchkey_last_tasks SET id = $2 WHERE owner = $1", [.text(owner), .text(id)])
                return try connection.execute(Self.insertion, values(id)) == 1 ? id : nil
            }
        }
        guard let id else { throw TaskLimitError(limit: limit) }
        return TaskItem(id: id, task: text.value, owner: owner, creationDate: created)
    }

    /// Makes an identifier the owner's last one, if it comes after all others.
    ///
    /// The row with the owner's last identifier is locked until the transaction ends. So a client that pages meets no
    /// task before an earlier one, and no task is added uncounted.
    private static let placing = """
        INSERT INTO latchkey_last_tasks AS last (owner, id) VALUES ($1, $2)
        ON CONFLICT (owner) DO UPDATE SET id = excluded.id WHERE last.id < excluded.id
        """

    /// Adds a task whose identifier is the owner's last one, unless the owner has as many as are allowed.
    ///
    /// The statement is a separate one, because it has to see the tasks that others added before they unlocked the
    /// owner's row.
    private static let insertion = """
        INSERT INTO latchkey_tasks (owner, id, task, completed, created) SELECT $1, $2, $3, false, $4
        WHERE EXISTS (SELECT 1 FROM latchkey_last_tasks WHERE owner = $1 AND id = $2)
            AND (SELECT count(*) FROM (SELECT 1 FROM latchkey_tasks WHERE owner = $1 LIMIT $5) AS it) < $5
        """

    package func task(_ id: String, owner: String) async throws -> TaskItem? {
        guard TaskIdentifier(id) != nil else { return nil }
        return try await perform(.reading) { connection throws(PostgreSQLStorageError) in
            try Self.first(Self.selection, [.text(owner), .text(id)], owner: owner, on: connection)
        }
    }

    package func change(
        _ id: String, owner: String, text: TaskText?, completed: Bool?, if condition: TaskCondition?
    ) async throws -> TaskItem? {
        try await change(
            id, owner: owner,
            by: """
                UPDATE latchkey_tasks SET task = coalesce($3, task), completed = coalesce($4, completed)
                WHERE owner = $1 AND id = $2
                RETURNING id, task, completed, created
                """,
            [.text(text?.value), .boolean(completed)], if: condition)
    }

    package func delete(_ id: String, owner: String, if condition: TaskCondition?) async throws -> Bool {
        let sql = "DELETE FROM latchkey_tasks WHERE owner = $1 AND id = $2 RETURNING id, task, completed, created"
        return try await change(id, owner: owner, by: sql, [], if: condition) != nil
    }

    /// Carries out a statement on one task, if it is as expected.
    ///
    /// A task that isn't there may have been deleted by a call without an outcome, whose commit can still be lost. So
    /// something of its owner's is committed before the caller learns of it.
    private func change(
        _ id: String, owner: String, by sql: String, _ values: [PostgreSQLValue], if condition: TaskCondition?
    ) async throws -> TaskItem? {
        guard TaskIdentifier(id) != nil else { return nil }
        let key: [PostgreSQLValue] = [.text(owner), .text(id)]
        let (task, isExpected) = try await perform { connection throws(PostgreSQLStorageError) in
            guard let condition else {
                let changed = try Self.first(sql, key + values, owner: owner, on: connection)
                if changed == nil { try Self.confirm(owner, on: connection) }
                return (changed, true)
            }
            return try connection.transaction { () throws(PostgreSQLStorageError) in
                let found = try Self.first("\(Self.selection) FOR UPDATE", key, owner: owner, on: connection)
                guard let found else {
                    try Self.confirm(owner, on: connection)
                    return (nil, true)
                }
                guard condition(found) else { return (found, false) }
                return (try Self.first(sql, key + values, owner: owner, on: connection), true)
            }
        }
        guard isExpected else { throw TaskChangedError() }
        return task
    }

    package func changeAll(owner: String, completed: Bool) async throws {
        _ = try await run(.mark(completed: completed), owner: owner)
    }

    package func deleteAll(named text: String, owner: String) async throws -> Int {
        guard !text.utf8.contains(0) else { return 0 }
        return try await run(.deleteNamed(text), owner: owner)
    }

    package func deleteCompleted(owner: String) async throws {
        _ = try await run(.deleteCompleted, owner: owner)
    }

    package func check() async throws {
        try await perform { connection throws(PostgreSQLStorageError) in
            try PostgreSQLSchema.tasks.requirePrivileges(connection)
            try connection.execute("UPDATE latchkey_user_assignment SET is_done = is_done WHERE singleton = 1")
        }
    }

    /// Commits a change of nothing, after which all tasks that the owner can see are stored.
    ///
    /// An owner without the row has never had a task.
    private static func confirm(
        _ owner: String, on connection: PostgreSQLConnection
    ) throws(PostgreSQLStorageError) {
        try connection.execute("UPDATE latchkey_last_tasks SET id = id WHERE owner = $1", [.text(owner)])
    }

    func perform<Value: Sendable>(
        _ access: DatabaseAccess = .writing, operation: String = #function, _ body: @escaping DatabaseCall<Value>.Body
    ) async throws -> Value {
        do {
            return try await database.perform(access, operation: operation, body)
        } catch let error as PostgreSQLStorageError where error.isPassing {
            throw TaskStoreUnavailableError(error.description)
        }
    }

    private static let selection =
        "SELECT id, task, completed, created FROM latchkey_tasks WHERE owner = $1 AND id = $2"

    private static func first(
        _ sql: String, _ values: [PostgreSQLValue], owner: String, on connection: PostgreSQLConnection
    ) throws(PostgreSQLStorageError) -> TaskItem? {
        try connection.query(sql, values) { row throws(PostgreSQLStorageError) in
            try TaskItem(row, from: 0, owner: owner)
        }.first
    }
}

extension TaskItem {
    /// The columns `id`, `task`, `completed`, `created` of a row.
    fileprivate init(_ row: PostgreSQLRow, from column: Int32, owner: String) throws(PostgreSQLStorageError) {
        self.init(
            id: try row.text(column), task: try row.text(column + 1), owner: owner,
            completed: try row.boolean(column + 2),
            creationDate: try row.time(column + 3))
    }
}
