import CPostgres
import FoundationEssentials

/// A statement with its bound values.
package typealias PostgreSQLStatement = (sql: String, values: [PostgreSQLValue])

/// One connection to the server, created and used on one thread, which may block in it.
///
/// Not `Sendable`.
@safe package final class PostgreSQLConnection {
    /// Time limit for a statement at the server.
    private static let statementLimit = Duration.seconds(5)
    /// Defaults for parameters that the URL doesn't set: they end a connection attempt and a silent connection within
    /// seconds.
    private static let defaults = [
        ("connect_timeout", "3"), ("tcp_user_timeout", "8000"), ("keepalives_idle", "10"), ("keepalives_interval", "3"),
        ("keepalives_count", "3"), ("fallback_application_name", "latchkey"),
    ]

    /// Maximum wait for a result.
    ///
    /// A working server has stopped the statement by then.
    private var resultLimit = PostgreSQLConnection.statementLimit + .seconds(1)
    private let pointer: OpaquePointer
    let url: PostgreSQLURL
    /// Ends every wait for the server's results once it is woken.
    private let interruption: WakePipe?
    /// The names of the statements that the server has prepared, by their text.
    private var prepared: [String: String] = [:]
    /// The start of all names.
    ///
    /// By it a pooler that doesn't track statements can't take another connection's for one.
    private let namePrefix = String(UInt64.random(in: .min ... .max), radix: 36)
    /// How many names have been sent; none is sent twice, because poolers also know those that the server refused.
    private var usedNames = 0
    /// Whether the connection is usable; if not, it has to be replaced.
    private(set) var isUsable = true
    /// Why the connection was closed, if the server was silent for too long.
    private(set) var silence: PostgreSQLStorageError?
    /// Whether a statement has changed rows since this was last set.
    var hasChangedRows = false
    /// Whether `NOTIFY` is known here.
    private var notifies = true

    /// Connects, and waits at most `connect_timeout` for the URL's hosts.
    ///
    /// - Throws: ``PostgreSQLStorageError``.
    init(_ url: PostgreSQLURL, interruption: WakePipe? = nil) throws(PostgreSQLStorageError) {
        let (opened, failures) = HostRace.connect(to: url.hosts) { host in
            // A parameter before the URL is a default, one after it overrides the URL.
            OpenedConnection(
                Self.defaults + [("dbname", url.text), ("client_encoding", "UTF8")] + host.map { ($0, $1) })
        }
        guard let pointer = unsafe opened?.take() else {
            throw PostgreSQLStorageError(.unreachable, url.redacted(failures.joined(separator: "\n")))
        }
        unsafe self.pointer = unsafe pointer
        self.url = url
        self.interruption = interruption
        unsafe cpostgres_silence_notices(pointer)
        guard unsafe PQsetnonblocking(pointer, 1) == 0 else { throw lost() }
        if let encoding = unsafe PQparameterStatus(pointer, "server_encoding"),
            unsafe String(cString: encoding) != "UTF8"
        {
            throw PostgreSQLStorageError(
                .refused, "the database's encoding is \(unsafe String(cString: encoding)); make one with UTF8")
        }
        try limitStatements(to: Self.statementLimit)
    }

    private func limitStatements(to limit: Duration) throws(PostgreSQLStorageError) {
        let milliseconds = limit.components.seconds * 1000
        try run(
            "SET statement_timeout = \(milliseconds); SET idle_in_transaction_session_timeout = \(2 * milliseconds)")
        resultLimit = limit + .seconds(1)
    }

    /// Runs a body whose statements may take longer than others.
    ///
    /// The connection isn't used any more if that fails.
    package func allowing(_ limit: Duration, _ body: () throws(PostgreSQLStorageError) -> Void)
        throws(PostgreSQLStorageError)
    {
        try limitStatements(to: limit)
        try body()
        try limitStatements(to: Self.statementLimit)
    }

    deinit {
        unsafe PQfinish(pointer)
    }

    /// The socket, to wait for the server's notifications.
    var socket: Int32 { unsafe PQsocket(pointer) }

    /// Executes commands without bound values and rows.
    package func run(_ sql: String) throws(PostgreSQLStorageError) {
        _ = try result { unsafe PQsendQuery(pointer, sql) }
    }

    /// Executes a statement.
    ///
    /// - Returns: The number of rows that were inserted, changed or deleted.
    @discardableResult
    package func execute(_ sql: String, _ values: [PostgreSQLValue] = []) throws(PostgreSQLStorageError) -> Int {
        try result(of: sql, values).affectedRows
    }

    /// Executes a statement, and reads each row of its result.
    package func query<Value>(
        _ sql: String, _ values: [PostgreSQLValue] = [], _ read: (PostgreSQLRow) throws(PostgreSQLStorageError) -> Value
    ) throws(PostgreSQLStorageError) -> [Value] {
        var found: [Value] = []
        for row in try result(of: sql, values).rows { found.append(try read(row)) }
        return found
    }

    /// Executes statements, all or none, each of which sees what those before it have done.
    ///
    /// All are sent together (libpq's pipeline mode), with the end of their transaction, and then the results are read.
    /// So if the connection breaks meanwhile, they may have been carried out.
    ///
    /// - Returns: The number of rows that each inserted, changed or deleted.
    package func executeAll(_ statements: [PostgreSQLStatement]) throws(PostgreSQLStorageError) -> [Int] {
        try undoingIfItFails { () throws(PostgreSQLStorageError) in
            let results = try results(of: [("BEGIN", [])] + statements + [("COMMIT", [])])
            try Self.checkCommit(results.last)
            return results.dropFirst().dropLast().map(\.affectedRows)
        }
    }

    /// Executes a body's statements, all or none.
    package func transaction<Value>(_ body: () throws(PostgreSQLStorageError) -> Value) throws(PostgreSQLStorageError)
        -> Value
    {
        try run("BEGIN")
        return try undoingIfItFails { () throws(PostgreSQLStorageError) in
            let value = try body()
            try Self.checkCommit(result { unsafe PQsendQuery(pointer, "COMMIT") })
            return value
        }
    }

    /// Runs a body, and ends the transaction that it may leave open with an error.
    private func undoingIfItFails<Value>(
        _ body: () throws(PostgreSQLStorageError) -> Value
    ) throws(PostgreSQLStorageError) -> Value {
        do throws(PostgreSQLStorageError) {
            return try body()
        } catch {
            if isUsable { try? run("ROLLBACK") }
            throw error
        }
    }

    private static func checkCommit(_ result: PostgreSQLResult?) throws(PostgreSQLStorageError) {
        // Only this word distinguishes the response to a failed transaction from that to a committed one.
        guard result?.command == "COMMIT" else {
            throw PostgreSQLStorageError(.refused, "the server has undone the transaction")
        }
    }

    /// Notifies all processes that listen on a channel, if the server supports `NOTIFY`.
    package func notify(_ channel: String) {
        guard notifies, isUsable else { return }
        do throws(PostgreSQLStorageError) {
            try run("NOTIFY \(channel)")
        } catch {
            if error.isUnknownFeature { notifies = false }
        }
    }

    /// Reads the server's notifications.
    ///
    /// - Returns: Whether the connection is still open.
    func takeInput() -> Bool {
        while isUsable, SocketWait.wait(for: socket, until: .now) {
            if unsafe PQconsumeInput(pointer) != 1 || PQstatus(pointer) != CONNECTION_OK { isUsable = false }
        }
        return isUsable
    }

    /// Takes the notifications that have come in; `false` if there is none.
    func takeNotifications() -> Bool {
        var found = false
        while let notification = unsafe PQnotifies(pointer) {
            unsafe PQfreemem(notification)
            found = true
        }
        return found
    }

    /// Gives the connection up if it is left within a transaction.
    func leaveClean() {
        if isUsable, unsafe PQtransactionStatus(pointer) != PQTRANS_IDLE { isUsable = false }
    }
}

extension PostgreSQLConnection {
    private func result(of sql: String, _ values: [PostgreSQLValue]) throws(PostgreSQLStorageError) -> PostgreSQLResult
    {
        let statement = try prepare(sql, values)
        do throws(PostgreSQLStorageError) {
            return try result { send(statement) }
        } catch {
            giveUpIfStale(error)
            throw error
        }
    }

    /// Sends statements in pipeline mode, and waits for the result of each.
    ///
    /// If one fails, the server performs none of those after it.
    private func results(of statements: [PostgreSQLStatement]) throws(PostgreSQLStorageError) -> [PostgreSQLResult] {
        let prepared = try statements.map { (sql, values) throws(PostgreSQLStorageError) in try prepare(sql, values) }
        // With a request for each result, no result waits for a later statement, which may take its time.
        guard isUsable, unsafe PQenterPipelineMode(pointer) == 1,
            prepared.allSatisfy({ unsafe send($0) == 1 && PQsendFlushRequest(pointer) == 1 }),
            unsafe PQpipelineSync(pointer) == 1
        else { throw lost() }
        try flush(until: .now + resultLimit)

        var results: [PostgreSQLResult] = []
        while let result = try nextResultOfPipeline(until: .now + resultLimit), !result.endsPipeline {
            if result.isChange { hasChangedRows = true }
            results.append(result)
        }
        let isComplete = unsafe PQexitPipelineMode(pointer) == 1 && PQstatus(pointer) == CONNECTION_OK
        if !isComplete { isUsable = false }
        if let failed = results.first(where: { !$0.isGood }) {
            let error = error(of: failed)
            giveUpIfStale(error)
            throw error
        }
        guard isComplete else { throw lost() }
        return results
    }

    private func prepare(
        _ sql: String, _ values: [PostgreSQLValue]
    ) throws(PostgreSQLStorageError) -> (name: String, binding: Binding) {
        let binding = try Binding(values)
        if let name = prepared[sql] { return (name, binding) }
        usedNames += 1
        let (name, types) = ("s\(namePrefix)_\(usedNames)", values.map(\.type))
        _ = try result { unsafe PQsendPrepare(pointer, name, sql, Int32(types.count), types) }
        prepared[sql] = name
        return (name, binding)
    }

    private func send(_ statement: (name: String, binding: Binding)) -> Int32 {
        unsafe statement.binding.send { unsafe PQsendQueryPrepared(pointer, statement.name, $0, $1, $2, $3, 1) }
    }

    /// Gives the connection up if a statement is no longer prepared, or the tables have changed since.
    ///
    /// A new connection prepares it again.
    private func giveUpIfStale(_ error: PostgreSQLStorageError) {
        if error.sqlState == "26000" || error.sqlState == "0A000" { isUsable = false }
    }

    /// Sends a command, and waits for the last of its results.
    private func result(_ send: () -> Int32) throws(PostgreSQLStorageError) -> PostgreSQLResult {
        let deadline = ContinuousClock.now + resultLimit
        guard isUsable, send() == 1 else { throw lost() }
        try flush(until: deadline)

        var last: PostgreSQLResult?
        var failure: PostgreSQLStorageError?
        while let result = try nextResult(until: deadline) {
            if !result.isGood, failure == nil { failure = error(of: result) }
            if result.isChange { hasChangedRows = true }
            last = result
        }
        if unsafe PQstatus(pointer) != CONNECTION_OK { isUsable = false }
        if let failure { throw failure }
        guard let last else { throw lost() }
        return last
    }

    /// Sends the bytes that libpq hasn't sent yet.
    private func flush(until deadline: ContinuousClock.Instant) throws(PostgreSQLStorageError) {
        var unsent = unsafe PQflush(pointer)
        while unsent == 1 {
            try wait(writing: true, until: deadline)
            unsent = unsafe PQflush(pointer)
        }
        guard unsent == 0 else { throw lost() }
    }

    /// Waits for the next result of a command; `nil` after the last.
    private func nextResult(until deadline: ContinuousClock.Instant) throws(PostgreSQLStorageError) -> PostgreSQLResult?
    {
        while unsafe PQisBusy(pointer) == 1 { try wait(writing: false, until: deadline) }
        return unsafe PQgetResult(pointer).map { unsafe PostgreSQLResult(owning: $0) }
    }

    /// Waits for the next result in pipeline mode.
    ///
    /// After the results of each statement comes `nil`.
    ///
    /// Two `nil` in a row mean that the connection is lost.
    private func nextResultOfPipeline(
        until deadline: ContinuousClock.Instant
    ) throws(PostgreSQLStorageError) -> PostgreSQLResult? {
        if let result = try nextResult(until: deadline) { return result }
        return try nextResult(until: deadline)
    }

    private func wait(writing: Bool, until deadline: ContinuousClock.Instant) throws(PostgreSQLStorageError) {
        let happened = SocketWait.wait(for: socket, writing: writing, or: interruption?.reading, until: deadline)
        if interruption?.isWoken == true {
            isUsable = false
            throw .shutDown
        }
        guard happened else {
            isUsable = false
            // Otherwise a process that waits for a standby would remain after the connection is closed.
            unsafe CancelRequest.send(on: pointer)
            let error = PostgreSQLStorageError(
                .timedOut, "the database hasn't responded within \(resultLimit.components.seconds) s")
            silence = error
            throw error
        }
        guard unsafe PQconsumeInput(pointer) == 1 else { throw lost() }
    }

    private func lost() -> PostgreSQLStorageError {
        isUsable = false
        return PostgreSQLStorageError(
            .lost, "the connection broke: \(url.redacted(unsafe String(cString: PQerrorMessage(pointer))))")
    }

    private func error(of result: PostgreSQLResult) -> PostgreSQLStorageError {
        guard let state = result.sqlState else { return lost() }
        let error = PostgreSQLStorageError(
            sqlState: state, message: url.redacted(result.message ?? "the server refuses"))
        if error.kind == .lost { isUsable = false }
        return error
    }
}
