import CCurl
import HTTPTransport
import SystemSupport

/// Performs the transfers of one thread: takes commands, runs libcurl, completes transfers, and waits.
///
/// Not `Sendable`: it is created and used on one thread.
final class CurlLoop {
    /// Maximum wait without a transfer, in milliseconds.
    private static let longestRest: Int32 = 60_000
    /// Maximum wait with transfers, in milliseconds.
    ///
    /// libcurl shortens the wait for their deadlines, but too little if it has sent a request once more, because it
    /// counts from that moment.
    private static let longestWait: Int32 = 250
    /// Minimum number of commands that are handled in a row.
    ///
    /// If many calls start at once, the first of them are completed before the last are started, while their data is
    /// still in the processor's caches.
    private static let fewestCommands = 16

    private let multi: CurlMultiHandle
    private let queue: CommandQueue
    private let settings: CurlSettings
    private var trust: TrustRoots
    private let budget: BodyBudget
    private let silence: SilentConnections
    private let discards: DiscardMetrics
    private let sockets = ConnectionSockets()
    /// Maximum number of easy handles that are retained for later transfers.
    ///
    /// Making a handle costs more than the rest of a transfer.
    private let maximumIdleHandles: Int
    private var active: [ObjectIdentifier: CurlEasyHandle] = [:]
    private var idle: [CurlEasyHandle] = []

    init(
        multi: CurlMultiHandle, queue: CommandQueue, settings: CurlSettings, trust: TrustRoots,
        budget: BodyBudget, silence: SilentConnections, discards: DiscardMetrics, maximumIdleHandles: Int
    ) {
        self.multi = multi
        self.queue = queue
        self.settings = settings
        self.trust = trust
        self.budget = budget
        self.silence = silence
        self.discards = discards
        self.maximumIdleHandles = maximumIdleHandles
    }

    /// Works until the queue is closed, and then fails the unfinished transfers.
    func run() {
        var batch: [CommandQueueState.Command] = []
        var handled = 0
        while true {
            if handled == batch.count {
                guard queue.take(into: &batch) else { break }
                handled = 0
            }
            // libcurl looks at each transfer under way, so the more there are, the more commands share its look.
            let next = batch[handled...].prefix(max(Self.fewestCommands, active.count / 4))
            for command in next { handle(command) }
            handled = next.endIndex
            var running: Int32 = 0
            unsafe curl_multi_perform(multi.pointer, &running)
            reap()
            guard handled == batch.count, queue.fallAsleep() else { continue }
            let wait = active.isEmpty ? Self.longestRest : Self.longestWait
            unsafe curl_multi_poll(multi.pointer, nil, 0, wait, nil)
        }
        for handle in active.values {
            unsafe curl_multi_remove_handle(multi.pointer, handle.pointer)
            handle.transfer?.fail(.shutDown)
        }
        active = [:]
        idle = []
        for case .start(let transfer) in batch { transfer.fail(.shutDown) }
    }

    private func handle(_ command: CommandQueueState.Command) {
        switch command {
        case .start(let transfer): start(transfer)
        case .cancel(let transfer): stop(transfer)
        case .trust(let roots): trust = roots
        }
    }

    private func start(_ transfer: CurlTransfer) {
        guard transfer.response.isWaiting else { return }
        let handle =
            idle.popLast()
            ?? CurlEasyHandle(settings: settings, budget: budget, sockets: sockets)
        guard let handle else {
            return transfer.fail(TransportError(.unreachable, "libcurl has no memory for a transfer"))
        }
        do throws(TransportError) {
            try handle.prepare(transfer, trust: trust, longestIdle: silence.longestIdle(transfer.request))
            try add(handle)
            active[ObjectIdentifier(transfer)] = handle
        } catch {
            transfer.fail(error)
            recycle(handle)
        }
    }

    private func add(_ handle: CurlEasyHandle) throws(TransportError) {
        guard unsafe curl_multi_add_handle(multi.pointer, handle.pointer) == CURLM_OK else {
            throw TransportError(.unreachable, "libcurl takes no further transfer")
        }
    }

    private func stop(_ transfer: CurlTransfer) {
        // The transfer may be done already, or was cancelled before it was started.
        guard let handle = active.removeValue(forKey: ObjectIdentifier(transfer)) else { return }
        unsafe curl_multi_remove_handle(multi.pointer, handle.pointer)
        recycle(handle)
    }

    private func reap() {
        var code = CURLE_OK
        while let easy = unsafe ccurl_multi_next_done(multi.pointer, &code) {
            unsafe curl_multi_remove_handle(multi.pointer, easy)
            guard let context = unsafe ccurl_get_private(easy) else { continue }
            let handle = unsafe Unmanaged<CurlEasyHandle>.fromOpaque(context).takeUnretainedValue()
            guard let transfer = handle.transfer else { continue }
            let outcome = outcome(of: handle, code)
            guard let outcome else { continue }
            active[ObjectIdentifier(transfer)] = nil
            if case .failure(let error) = outcome, error.kind == .timedOut { silence.note(transfer.request) }
            transfer.response.resume(with: outcome)
            recycle(handle)
        }
    }

    /// The outcome of a transfer that has ended; `nil` if it starts over.
    ///
    /// If its idle connection was refused, nothing of the request was sent, so it is sent on a new connection whatever
    /// its method. libcurl has closed the refused one.
    private func outcome(of handle: CurlEasyHandle, _ code: CURLcode) -> Result<CurlReceived, TransportError>? {
        guard let reason = handle.rule?.discarded else {
            if handle.hasDroppedInput { discards.count(.input) }
            return handle.outcome(code)
        }
        discards.count(reason)
        do throws(TransportError) {
            try handle.useNewConnection()
            try add(handle)
            return nil
        } catch {
            return .failure(error)
        }
    }

    private func recycle(_ handle: CurlEasyHandle) {
        handle.reset()
        if idle.count < maximumIdleHandles { idle.append(handle) }
    }
}
