import SessionStorage

/// An error of the database.
public struct PostgreSQLStorageError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A kind of fault.
    ///
    /// More cases may come in a minor version: switch with a `default`.
    public enum Kind: Sendable, Equatable {
        /// The text is no URL of PostgreSQL's.
        case invalidURL
        /// The URL is of another database than the one that is in use.
        case otherDatabase
        /// No connection can be made.
        case unreachable
        /// The connection broke while the result was awaited, so it isn't known if a change was made.
        case lost
        /// The result took too long.
        case timedOut
        /// Others changed the same rows at the same time; the statement was undone and may be tried again.
        case contended
        /// Too many calls wait already, or the call has waited too long for a connection.
        case overloaded
        /// The server lacks disk space or memory.
        case exhausted
        /// The database is no longer used: the program is ending.
        case shutDown
        /// A later version of the program has written the database.
        case newerSchema
        /// A text has a NUL, which PostgreSQL can't store.
        case unstorableText
        /// The server refuses the statement.
        case refused
        /// The server's result has another form than the requested one.
        case unexpectedResult
    }

    /// The kind of fault.
    public var kind: Kind
    /// The server's code (SQLSTATE), if the error is the server's.
    public var sqlState: String?
    /// One line for the log or for standard error, with neither the password nor anything that a user has entered.
    public var description: String

    package init(_ kind: Kind, _ description: String, sqlState: String? = nil) {
        self.kind = kind
        self.sqlState = sqlState
        self.description = description
    }
}

extension PostgreSQLStorageError {
    /// The code for a change in a transaction that may not change anything (`read_only_sql_transaction`).
    static let readOnly = "25006"
    static let shutDown = PostgreSQLStorageError(.shutDown, "the database is no longer used: the program is ending")
    static let overloaded = PostgreSQLStorageError(.overloaded, "too many calls wait for the database, or for too long")
    static let unstorableText = PostgreSQLStorageError(.unstorableText, "a text with a NUL can't be stored")

    /// An error of the server's by its code.
    init(sqlState: String, message: String) {
        let kind: Kind =
            switch sqlState {
            case "40001", "40P01": .contended
            case "57014", "55P03": .timedOut
            case "57P01", "57P02", "57P03", "57P04", "57P05", "25P03", "25P04", Self.readOnly: .lost
            case _ where sqlState.hasPrefix("08"): .lost
            case _ where sqlState.hasPrefix("53") || sqlState == "58030": .exhausted
            default: .refused
            }
        self.init(kind, "\(message) (SQLSTATE \(sqlState))", sqlState: sqlState)
    }

    /// Whether the same call may succeed later.
    package var isPassing: Bool {
        [.unreachable, .lost, .timedOut, .contended, .overloaded, .exhausted, .shutDown].contains(kind)
    }

    /// Whether the statement, or a part of it, is unknown to this server, which then is another database with
    /// PostgreSQL's protocol.
    var isUnknownFeature: Bool { ["0A000", "42601", "42883"].contains(sqlState) }
}

extension PostgreSQLStorageError: StoreFault {
    package var publicReason: String {
        switch kind {
        case _ where sqlState == Self.readOnly: "read-only"
        case .unreachable: "no connection"
        case .lost: "connection lost"
        case .timedOut: "timed out"
        case .contended, .overloaded: "overloaded"
        case .exhausted: "out of resources"
        case .newerSchema: "written by a later version"
        case .refused: "refused by the server"
        case .invalidURL, .otherDatabase, .shutDown, .unstorableText, .unexpectedResult: "failed"
        }
    }
}
