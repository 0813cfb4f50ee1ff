import Synchronization
import TestSupport

@testable import PostgreSQLSessionStorage

/// A transaction that has done its work and stays open until it may end.
final class HeldTransaction: Sendable {
    private let isHeld = Atomic(false)
    private let mayCommit = Atomic(false)

    /// Runs a body in a transaction, leaves it open, and commits it once it may.
    func run(
        on database: PostgreSQLDatabase,
        _ body: @escaping @Sendable (PostgreSQLConnection) throws(PostgreSQLStorageError) -> Void
    ) async throws {
        try await database.perform { [self] connection throws(PostgreSQLStorageError) in
            try connection.transaction { () throws(PostgreSQLStorageError) in
                try body(connection)
                isHeld.store(true, ordering: .sequentiallyConsistent)
                while !mayCommit.load(ordering: .sequentiallyConsistent) { ThreadPause.pause(for: .milliseconds(1)) }
            }
        }
    }

    /// Waits until the body has done its work.
    func reach() async throws {
        try await eventually(every: .milliseconds(1)) { isHeld.load(ordering: .sequentiallyConsistent) }
    }

    func commit() {
        mayCommit.store(true, ordering: .sequentiallyConsistent)
    }
}
