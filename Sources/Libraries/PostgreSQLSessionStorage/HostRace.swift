import CPostgres
import Dispatch
import Synchronization
import SystemSupport

/// An attempt to connect that has ended; its connection is closed with this object.
///
/// Unchecked, because one thread after the other uses it: the one that connects, then the one that takes it.
@safe final class OpenedConnection: @unchecked Sendable {
    private var pointer: OpaquePointer?

    /// Connects by libpq's parameters, of which later ones override earlier ones, and blocks for as long as that takes.
    init(_ parameters: [(String, String)]) {
        unsafe pointer = unsafe CTexts(parameters.map(\.0)).withPointers { keywords in
            unsafe CTexts(parameters.map(\.1)).withPointers { values in unsafe PQconnectdbParams(keywords, values, 1) }
        }
    }

    deinit {
        unsafe PQfinish(pointer)
    }

    /// Why there is no connection; `nil` if there is one.
    var failure: String? {
        guard let pointer = unsafe pointer else { return "libpq has no memory for a connection" }
        return unsafe PQstatus(pointer) == CONNECTION_OK ? nil : String(cString: PQerrorMessage(pointer))
    }

    /// Hands the connection over, to be closed elsewhere.
    func take() -> OpaquePointer? { unsafe pointer.take() }
}

/// Connects to the first of several hosts that is of use.
///
/// libpq tries one host after the other, so each silent one would add its whole time limit. Here the next host is tried
/// as soon as one has failed, or hasn't responded for a moment. The first connection is used, and others are closed.
final class HostRace: Sendable {
    /// The silence after which the next host is tried as well.
    private static let headStart = DispatchTimeInterval.milliseconds(100)

    private struct State {
        var ended: [OpenedConnection] = []
        var isOver = false
    }

    private let state = Mutex(State())
    private let news = DispatchSemaphore(value: 0)

    /// Connects, and blocks until there is a connection or all hosts have failed.
    ///
    /// - Parameter open: Tries one host.
    static func connect<Host: Sendable>(
        to hosts: [Host], by open: @escaping @Sendable (Host) -> OpenedConnection
    ) -> (connection: OpenedConnection?, failures: [String]) {
        let race = HostRace()
        defer { race.state.withLock { $0 = State(isOver: true) } }
        var (waiting, running, failures) = (hosts[...], 0, [String]())
        while running > 0 || !waiting.isEmpty {
            if let host = waiting.popFirst() {
                running += 1
                // An only host needs no other thread, and there may be none to give.
                let isApart = hosts.count > 1 && DedicatedThread({ race.end(open(host)) }) != nil
                if !isApart { race.end(open(host)) }
            }
            let limit = waiting.isEmpty ? DispatchTime.distantFuture : .now() + headStart
            guard race.news.wait(timeout: limit) == .success else { continue }
            running -= 1
            let ended = race.state.withLock { $0.ended.popLast() }
            guard let failure = ended?.failure else { return (ended, failures) }
            failures.append(failure)
        }
        return (nil, failures)
    }

    private func end(_ attempt: OpenedConnection) {
        state.withLock { if !$0.isOver { $0.ended.append(attempt) } }
        news.signal()
    }
}
