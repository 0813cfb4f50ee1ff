import SessionStorage

/// Why the database can't be used.
public struct SQLiteStorageError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A kind of fault.
    ///
    /// More cases may come in a minor version: switch with a `default`.
    public enum Kind: Sendable, Equatable {
        /// The folder or the file can't be created, read or written.
        case cannotOpen
        /// Another program has been opening the database, or has locked it, for too long.
        case busy
        /// The file that was opened isn't at its path any more.
        case replaced
        /// The store has been shut down.
        case closed
        /// The file is no database any more, or a part of it is overwritten.
        case damaged
        /// The disk is full, or fails.
        case exhausted
        /// The file, its folder or its file system can't be written.
        case readOnly
        /// A later version of the program has written the database.
        case newerSchema
        /// A text has a NUL, at which SQLite would cut it off.
        case unstorableText
    }

    /// The kind of fault.
    public var kind: Kind
    /// One line for the log or for standard error, without anything that a user has entered.
    public var description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}

extension SQLiteStorageError {
    /// Whether the same call may succeed later, by itself or once the operator has fixed something.
    package var isPassing: Bool {
        [.busy, .replaced, .closed, .damaged, .exhausted, .readOnly].contains(kind)
    }
}

extension SQLiteStorageError: StoreFault {
    package var publicReason: String {
        switch kind {
        case .cannotOpen: "can't be opened"
        case .busy: "busy"
        case .replaced: "removed or replaced"
        case .closed: "closed"
        case .damaged: "damaged"
        case .exhausted: "out of resources"
        case .readOnly: "read-only"
        case .newerSchema: "written by a later version"
        case .unstorableText: "failed"
        }
    }
}
