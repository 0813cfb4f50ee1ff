import SQLiteStorage
import SessionRegistry
import TaskCore

/// The implementations that all have to pass the same tests.
enum StorageKind: CaseIterable {
    case memory, sqliteMemory, sqliteFile

    /// A new task store, and what has to live as long as it is used.
    func makeTaskStore() throws -> (store: any TaskStore, folder: TemporaryFolder?) {
        switch self {
        case .memory: return (MemoryTaskStore(), nil)
        case .sqliteMemory: return (SQLiteTaskStore(try SQLiteDatabase()), nil)
        case .sqliteFile:
            let folder = try TemporaryFolder()
            return (SQLiteTaskStore(try SQLiteDatabase(path: folder.file("tasks.sqlite"))), folder)
        }
    }

    /// A new register, and what has to live as long as it is used.
    func makeRegistry() throws -> (registry: any SessionRegistry, folder: TemporaryFolder?) {
        switch self {
        case .memory: return (MemorySessionRegistry(), nil)
        case .sqliteMemory: return (SQLiteSessionRegistry(try SQLiteDatabase()), nil)
        case .sqliteFile:
            let folder = try TemporaryFolder()
            return (SQLiteSessionRegistry(try SQLiteDatabase(path: folder.file("sessions.sqlite"))), folder)
        }
    }
}
