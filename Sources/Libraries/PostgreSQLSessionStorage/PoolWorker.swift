import Dispatch
import Logging
import SessionStorage

/// One thread of the pool: it owns a connection, and performs calls on it.
///
/// Not `Sendable`: it is created and used on one thread.
final class PoolWorker {
    private let url: CurrentURL
    private let interruption: WakePipe
    private let monitor: PoolMonitor
    private let schema: SchemaGate
    private let logger: Logger
    /// Ends this thread's wait for something to do.
    private let wakeUp = DispatchSemaphore(value: 0)
    private var connection: PostgreSQLConnection?
    /// The epoch in which the connection was made.
    private var epoch = 0

    init(url: CurrentURL, interruption: WakePipe, monitor: PoolMonitor, schema: SchemaGate, logger: Logger) {
        self.url = url
        self.interruption = interruption
        self.monitor = monitor
        self.schema = schema
        self.logger = logger
    }

    /// Works until the pool is closed.
    func run() {
        while true {
            let turn = monitor.next(isConnected: connection != nil, wakeUp)
            switch turn.step {
            case .perform(let call): perform(call, epoch: turn.epoch)
            case .connect: connect()
            case .wait: continue
            case .end: return
            }
        }
    }

    private func perform(_ call: any PendingCall, epoch: Int) {
        guard let connection, self.epoch == epoch, connection.takeInput() else {
            // The server has stopped or restarted while the connection was idle. The call hasn't started, so it can use
            // another connection.
            end(call, .nothing)
            if let refusal = drop({ $0.putBack(call) }) { call.fail(refusal) }
            return
        }
        connection.hasChangedRows = false
        let hasSucceeded = call.perform(on: connection)
        connection.leaveClean()
        if let silence = connection.silence, call.access == .writing {
            // The server may respond to others: a commit waits for a standby. A new connection shows it.
            end(call, .silent(silence))
            return drop()
        }
        end(call, hasSucceeded && connection.hasChangedRows ? .committed : .nothing)
        if !connection.isUsable { drop() }
        if let silence = connection.silence {
            fail(by: silence) { $0.connectionSilent($1, of: epoch, now: .now) }
        }
    }

    private func end(_ call: any PendingCall, _ outcome: PoolState.WriteOutcome) {
        guard call.access == .writing, let change = monitor.endWrite(outcome) else { return }
        switch (change, outcome) {
        case (.started, .silent(let error)): StoreEvent.databaseUnreachable.log(to: logger, reason: error)
        default: StoreEvent.databaseReachable.log(to: logger)
        }
    }

    private func drop<Result: Sendable>(_ also: (inout PoolState) -> Result = { _ in }) -> Result {
        connection = nil
        return monitor.change { state in
            state.connectionLost()
            return also(&state)
        }
    }

    private func connect() {
        do throws(PostgreSQLStorageError) {
            let connection = try PostgreSQLConnection(url.value, interruption: interruption)
            try schema.pass(connection)
            self.connection = connection
            let (isReachableAgain, epoch) = monitor.change { ($0.connectionMade(), $0.epoch) }
            self.epoch = epoch
            if isReachableAgain { StoreEvent.databaseReachable.log(to: logger) }
        } catch {
            fail(by: error) { $0.connectionFailed($1, now: .now) }
        }
    }

    private func fail(
        by error: PostgreSQLStorageError,
        _ change: (inout PoolState, PostgreSQLStorageError) -> (calls: [any PendingCall], isNew: Bool)
    ) {
        let (calls, isNew) = monitor.change { change(&$0, error) }
        for call in calls { call.fail(error) }
        if isNew { StoreEvent.databaseUnreachable.log(to: logger, reason: error) }
    }
}
