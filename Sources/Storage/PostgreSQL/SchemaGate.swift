import SessionRegistry
import Synchronization

/// Lets a connection be used once the tables are as this version of the program needs them.
final class SchemaGate: Sendable {
    /// Whether this process has found the tables in order.
    private let isOpen = Atomic(false)
    private let migrates: Bool
    private let assignment: UserAssignment?

    /// - Parameters:
    ///   - migrates: Whether tables that are missing are made; if not, connections pass without them.
    ///   - assignment: Assigns the rows of earlier versions; `nil` leaves them as they are.
    init(migrates: Bool, assignment: UserAssignment?) {
        self.migrates = migrates
        self.assignment = assignment
    }

    /// Brings the tables up to date, which is one short question where they are.
    ///
    /// A later version is refused only until the first time: a process that runs goes on while others are brought up to
    /// a later version, whose steps leave room for it.
    ///
    /// - Throws: ``PostgreSQLStorageError``.
    func pass(_ connection: PostgreSQLConnection) throws(PostgreSQLStorageError) {
        let taken = try Schema.version(connection) ?? 0
        if taken > Schema.steps.count, !isOpen.load(ordering: .relaxed) {
            throw PostgreSQLStorageError(
                .newerSchema, "the database was written by a later version of this program (schema \(taken))")
        }
        if migrates, taken < Schema.steps.count { try Schema.bringUpToDate(connection) }
        if let assignment, !isOpen.load(ordering: .relaxed) {
            try UserAssignmentStatements(assignment: assignment, connection: connection).assign()
        }
        isOpen.store(true, ordering: .relaxed)
    }
}
