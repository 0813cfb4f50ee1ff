import GRDB

extension SQLiteDatabase {
    /// Makes sure that a database could be opened, without making or changing anything.
    ///
    /// Blocks for as long as that takes.
    ///
    /// - Returns: Whether there is one already.
    /// - Throws: ``SQLiteStorageError``.
    public static func examine(path: String) throws -> Bool {
        guard try DatabaseFile(path: path).isThere() else { return false }
        var configuration = Configuration()
        configuration.readonly = true
        do {
            try DatabaseQueue(path: path, configuration: configuration).read(Schema.check)
            return true
        } catch let error as DatabaseError {
            throw SQLiteStorageError(
                .cannotOpen, "the database \(path) can't be opened: \(error.message ?? "\(error.resultCode)")")
        }
    }
}
