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
/// as soon as one has failed, or hasn't responded for a moment. While a silent host is waited for, those that have
/// failed are tried again, because one of them may become the primary meanwhile. The first connection is used, and
/// others are closed.
final class HostRace: Sendable {
    /// The silence after which the next host is tried as well.
    private static let headStart = DispatchTimeInterval.milliseconds(100)
    /// The time until a host that has failed is tried again.
    private static let pause = DispatchTimeInterval.milliseconds(500)

    private struct State {
        var ended: [(host: Int, attempt: OpenedConnection)] = []
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
        var (waiting, failures) = (Array(hosts.indices)[...], [Int: String]())
        var retries: ArraySlice<(host: Int, time: DispatchTime)> = []
        while failures.count < hosts.count {
            let isDue = retries.first.map { $0.time <= .now() } ?? false
            if let host = waiting.popFirst() ?? (isDue ? retries.popFirst()?.host : nil) {
                // An only host needs no other thread, and there may be none to give.
                let attempt = { @Sendable in race.end(host, open(hosts[host])) }
                if hosts.count == 1 || DedicatedThread(attempt) == nil { attempt() }
            }
            let limit = waiting.isEmpty ? retries.first?.time ?? .distantFuture : .now() + headStart
            guard race.news.wait(timeout: limit) == .success,
                let (host, attempt) = race.state.withLock({ $0.ended.popLast() })
            else { continue }
            guard let failure = attempt.failure else { return (attempt, []) }
            failures[host] = failure
            retries.append((host, .now() + pause))
        }
        return (nil, hosts.indices.compactMap { failures[$0] })
    }

    private func end(_ host: Int, _ attempt: OpenedConnection) {
        state.withLock { if !$0.isOver { $0.ended.append((host, attempt)) } }
        news.signal()
    }
}
