import HTTPTransport
import Synchronization

/// One call, shared by the waiting task and the loop that performs it.
final class CurlTransfer: Sendable {
    typealias Continuation = CheckedContinuation<CurlReceived, any Error>

    let request: TransportRequest
    private let state = Mutex(CurlTransferState<Continuation>())

    init(_ request: TransportRequest) {
        self.request = request
    }

    var isWaiting: Bool { state.withLock { $0.isWaiting } }

    /// - Returns: Whether the loop has to perform the call.
    func begin(_ continuation: Continuation) -> Bool {
        switch state.withLock({ $0.begin(continuation) }) {
        case .enqueue: return true
        case .resumeCancelled:
            continuation.resume(throwing: CancellationError())
            return false
        }
    }

    /// - Returns: Whether the loop may be working on the transfer and needs a cancel command.
    func cancel() -> Bool {
        guard let continuation = state.withLock({ $0.cancel() }) else { return false }
        continuation.resume(throwing: CancellationError())
        return true
    }

    func finish(_ result: Result<CurlReceived, TransportError>) {
        guard let continuation = state.withLock({ $0.finish() }) else { return }
        switch result {
        case .success(let received): continuation.resume(returning: received)
        case .failure(let error): continuation.resume(throwing: error)
        }
    }
}
