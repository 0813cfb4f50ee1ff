import HTTPTransport
import HummingbirdOpenIDConnect
import OpenIDConnect
import SessionStorage
import SystemSupport

/// Why a dependency is unavailable, in public: from a fixed list of words, with no address and no setting.
struct ReadinessFault: Error, Equatable {
    /// A few words.
    let reason: String

    /// The tasks API responds with an error status.
    init(status: Int) { reason = "responds with \(status)" }

    private init(reason: String) { self.reason = reason }

    static let endingsUnread = ReadinessFault(reason: "endings not read yet")
    /// The dependency hasn't responded within the time that a probe may take.
    static let timedOut = ReadinessFault(reason: "timed out")
    /// The embedded tasks API can't use its tables.
    static let storageFailed = ReadinessFault(reason: "storage failed")
    /// Calls are suspended after time-outs.
    static let suspended = ReadinessFault(reason: "timed out repeatedly")

    init(_ error: any Error) {
        reason =
            switch error {
            case let error as ReadinessFault: error.reason
            case let error as any StoreFault: error.publicReason
            case let error as TransportError: Self.reason(error.kind)
            case let error as OpenIDConnectError: Self.reason(error.kind)
            default: "failed"
            }
    }

    private static func reason(_ kind: TransportError.Kind) -> String {
        switch kind {
        case .timedOut: "timed out"
        case .unreachable: "no connection"
        case .insecure: "TLS failed"
        case .broken, .invalidResponse, .responseTooLarge: "invalid response"
        case .invalidRequest, .shutDown: "failed"
        }
    }

    private static func reason(_ kind: OpenIDConnectError.Kind) -> String {
        switch kind {
        case .providerTimedOut: "timed out"
        case .providerUnreachable: "no connection"
        case .temporarilyUnavailable: "overloaded"
        case .metadataMismatch: "metadata of another issuer"
        case .configuration: "misconfigured"
        default: "invalid response"
        }
    }
}

/// Rate-limits the readiness check of one dependency.
///
/// Any client can request `/readyz`. Concurrent callers share a check; frequent ones get the last result, which is a
/// few seconds old.
actor ReadinessProbe {
    /// Maximum wait of a caller for a check, which continues if it takes longer.
    static let timeout = Duration.seconds(2)
    /// How many checks in a row are always allowed.
    private static let burst = 5
    /// How long until one more check is allowed.
    private static let interval = Duration.seconds(2)

    private let check: @Sendable () async throws -> Void
    private let now: @Sendable () -> ContinuousClock.Instant
    private var allowed = burst
    private var refilled: ContinuousClock.Instant
    private var running: Task<ReadinessFault?, Never>?
    private var last: ReadinessFault?

    /// - Parameter check: Throws if the dependency is unavailable.
    init(
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        check: @escaping @Sendable () async throws -> Void
    ) {
        self.check = check
        self.now = now
        refilled = now()
    }

    /// Why the dependency is unavailable; `nil` if it is available.
    func fault() async -> ReadinessFault? {
        // The first check is always allowed.
        guard let running = running ?? (mayCheck() ? start() : nil) else { return last }
        let found = try? await withDeadline(.now + Self.timeout) { await running.value }
        guard let found else { return .timedOut }
        return found
    }

    /// Starts a check; until it ends there is no other one.
    private func start() -> Task<ReadinessFault?, Never> {
        let task = Task {
            do {
                try await check()
                last = nil
            } catch {
                last = ReadinessFault(error)
            }
            running = nil
            return last
        }
        running = task
        return task
    }

    private func mayCheck() -> Bool {
        let more = Int(refilled.duration(to: now()) / Self.interval)
        if more > 0 {
            allowed = min(Self.burst, allowed + more)
            refilled = now()
        }
        guard allowed > 0 else { return false }
        allowed -= 1
        return true
    }
}
