import Encodings
import SessionRegistry

/// The right to change a session's tokens, which of all replicas that share the register one has at a time.
struct ReplicaTurn: Sendable {
    /// The session's newest state.
    let base: Session
    /// The generation that a new state replaces: the base's, or that of a result that nobody can open any more.
    let generation: UInt32
    fileprivate let claimant: [UInt8]
}

/// Waits for a ``ReplicaTurn``, keeps it, and gives it back.
struct ReplicaTurns: Sendable {
    /// How far apart the register is asked by whoever waits, in milliseconds: not all who wait at once.
    private static let pause = 50...150
    private static let claimantBytes = 16
    /// How many leases a request waits at most: one that is renewed belongs to a replica that is alive, but makes no
    /// way.
    private static let patience: Int64 = 3

    let register: SessionRegister
    let results: RefreshResults
    let clock: Clock
    /// How long after its last sign of life a replica that has the turn counts as dead, in seconds.
    let lease: Int64

    /// Waits for the turn.
    ///
    /// - Parameters:
    ///   - waits: Whether to wait for whoever has the turn; if not, the newest state that is stored by then is enough.
    ///   - isEnough: Whether a state that another replica has stored meanwhile makes the turn needless.
    /// - Returns: The turn, or the state that is enough.
    /// - Throws: `SessionRefresher.SessionOver` where the session has ended.
    func take(_ session: Session, waits: Bool = true, unless isEnough: (Session) -> Bool = { _ in false }) async throws
        -> Taken
    {
        let claimant = SecureRandom.bytes(Self.claimantBytes)
        let start = ContinuousClock.now
        var base = results.waiting(for: session) ?? session
        if base != session, isEnough(base) { return .enough(base) }
        // Its claim is still there, and goes as soon as the result is stored.
        if register.memory.pending.result(of: session.handle) != nil {
            try await register.writePending(now: clock.now())
        }
        var generation = base.generation
        while true {
            switch try await register.claimRefresh(
                of: session, generation: generation, by: claimant, lease: lease, now: clock.now())
            {
            case .granted:
                return .turn(ReplicaTurn(base: base, generation: generation, claimant: claimant))
            case .superseded(let stored):
                generation = stored.generation
                guard let newer = results.open(stored, for: base) else { continue }
                if isEnough(newer) { return .enough(newer) }
                base = newer
            case .heldByAnother:
                guard waits else { return .enough(base) }
                guard start.duration(to: .now) < .seconds(Self.patience * lease) else {
                    throw PageError(.timedOut(.provider))
                }
                try await Task.sleep(for: .milliseconds(Int.random(in: Self.pause)))
            case .sessionEnded:
                register.holdEnded(session)
                throw SessionRefresher.SessionOver()
            }
        }
    }

    /// The newest state that is stored now; while nobody has the turn, it is taken, so that none comes before the
    /// session's end.
    ///
    /// - Throws: If the register can't be reached.
    func newest(of session: Session) async throws -> Session {
        do {
            switch try await take(session, waits: false) {
            case .turn(let turn): return turn.base
            case .enough(let stored): return stored
            }
        } catch is SessionRefresher.SessionOver {
            return results.waiting(for: session) ?? session
        }
    }

    /// What waiting for the turn brought.
    enum Taken: Sendable {
        case turn(ReplicaTurn)
        case enough(Session)
    }

    /// Whether the register says that the session has ended since the turn was taken.
    func isOver(_ turn: ReplicaTurn) async -> Bool {
        let claim = try? await register.claimRefresh(
            of: turn.base, generation: turn.generation, by: turn.claimant, lease: lease, now: clock.now())
        return claim == .sessionEnded
    }

    /// Runs an operation while the turn is kept, however long that takes, and gives it back where the operation fails.
    ///
    /// One that succeeds has stored a new state or ended the session, which gives it back too.
    func keeping(_ turn: ReplicaTurn, _ operation: @escaping @Sendable () async throws -> Session) async throws
        -> Session
    {
        do {
            return try await withThrowingTaskGroup(of: Session?.self) { group in
                group.addTask { try await operation() }
                group.addTask {
                    while true {
                        try await Task.sleep(for: .seconds(lease) / 3)
                        // A renewal that is lost costs nothing as long as another gets through before the lease is
                        // over.
                        _ = try? await register.claimRefresh(
                            of: turn.base, generation: turn.generation, by: turn.claimant, lease: lease,
                            now: clock.now())
                    }
                }
                defer { group.cancelAll() }
                guard let result = try await group.next().flatMap(\.self) else { throw CancellationError() }
                return result
            }
        } catch {
            try? await register.releaseRefresh(of: turn.base, by: turn.claimant)
            throw error
        }
    }
}
