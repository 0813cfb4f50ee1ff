import Logging
import PostgreSQLSessionStorage
import SQLiteSessionStorage
import TaskCore
import TaskStorage

func storeLoops(sqlite file: String) async throws -> [TimedLoop] {
    try await storeLoops("SQLite", SQLiteTaskStore(SQLiteDatabase(path: file)))
}

/// CPU time is that of the client alone.
func storeLoops(postgreSQL text: String) async throws -> [TimedLoop] {
    guard let url = try PostgreSQLURL(text) else { throw BenchmarkError("--postgresql: no URL of a database") }
    let logger = Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }
    return try await storeLoops("PostgreSQL", PostgreSQLTaskStore(url, logger: logger))
}

/// The calls of the tasks API that its benchmark makes, on a store.
///
/// Four callers, because the more calls wait, the less each costs: writes share transactions, and threads needn't be
/// woken. At the API most of the 32 connections wait for something else than the store.
private func storeLoops(_ name: String, _ store: some TaskStore) async throws -> [TimedLoop] {
    // A thousand users add tasks in turn, so that no list grows far.
    let (callers, adding, changed) = (4, 1000, 50)
    let texts = try (0..<changed).map { try TaskText("Task number \($0), with a few words") }
    for text in texts.prefix(10) { _ = try await store.add(text, owner: "sub benchmark reader") }
    var tasks: [TaskItem] = []
    for text in texts { tasks.append(try await store.add(text, owner: "sub benchmark changer")) }
    return [
        TimedLoop("\(name): one task", callers: callers) { [task = tasks[0]] _ in
            _ = try await store.task(task.id, owner: task.owner)
        },
        TimedLoop("\(name): list of ten", callers: callers) { _ in
            _ = try await store.tasks(of: "sub benchmark reader", completed: nil, limit: 1000, after: nil)
        },
        TimedLoop("\(name): add", callers: callers) { [text = texts[0]] number in
            _ = try await store.add(text, owner: "sub benchmark adder-\(number % adding)")
        },
        TimedLoop("\(name): change", callers: callers) { [tasks] number in
            let (task, completed) = (tasks[number % changed], number / changed % 2 == 0)
            _ = try await store.change(task.id, owner: task.owner, text: nil, completed: completed)
        },
    ]
}
