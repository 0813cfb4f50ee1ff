import NIOCore
import Synchronization

/// The requests and connections of a ``LoopbackServer``, shared by its connections.
final class LoopbackLog: Sendable {
    private struct State {
        var requests: [RecordedRequest] = []
        var connectionsAccepted = 0
        /// By their numbers.
        var open: [Int: any Channel] = [:]
    }

    private let state = Mutex(State())

    var requests: [RecordedRequest] { state.withLock { $0.requests } }
    var connectionsAccepted: Int { state.withLock { $0.connectionsAccepted } }
    var openChannels: [Int: any Channel] { state.withLock { $0.open } }

    /// Enters a connection until it closes, and returns its number.
    func accept(_ channel: any Channel) -> Int {
        let number = state.withLock { state in
            state.connectionsAccepted += 1
            state.open[state.connectionsAccepted] = channel
            return state.connectionsAccepted
        }
        channel.closeFuture.whenComplete { _ in self.state.withLock { _ = $0.open.removeValue(forKey: number) } }
        return number
    }

    func record(_ request: RecordedRequest) {
        state.withLock { $0.requests.append(request) }
    }
}
