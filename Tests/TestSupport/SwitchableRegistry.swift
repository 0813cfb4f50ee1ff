public import FoundationEssentials
public import SessionRegistry
import Synchronization

/// A register that can be taken away and brought back, whole or call by call, and that counts what it is asked.
public final class SwitchableRegistry: SessionRegistry {
    /// What a call that is taken away throws.
    public struct Away: Error {}

    private struct State {
        var away: Set<RegistryCall> = []
        var counts: [RegistryCall: Int] = [:]
    }

    private let base: any SessionRegistry
    private let state: Mutex<State>

    /// A register around another one.
    public init(_ base: any SessionRegistry = MemorySessionRegistry(), isAway: Bool = false) {
        self.base = base
        state = Mutex(State(away: isAway ? Set(RegistryCall.allCases) : []))
    }

    /// Takes calls away; without names, all.
    public func takeAway(_ calls: Set<RegistryCall> = Set(RegistryCall.allCases)) {
        state.withLock { $0.away = calls }
    }

    /// Brings all calls back.
    public func bringBack() {
        state.withLock { $0.away = [] }
    }

    /// What the register around which it is yields.
    public func newEndings() -> AsyncStream<Void> { base.newEndings() }

    /// How often something has been asked, also while it was away.
    public func count(of call: RegistryCall) -> Int {
        state.withLock { $0.counts[call, default: 0] }
    }

    /// Waits until something has been asked so many times more.
    public func wait(for call: RegistryCall, times: Int) async throws {
        let wanted = count(of: call) + times
        while count(of: call) < wanted {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    private func through<Result>(_ call: RegistryCall, _ operation: (any SessionRegistry) async throws -> Result)
        async throws -> Result
    {
        let isAway = state.withLock { state in
            state.counts[call, default: 0] += 1
            return state.away.contains(call)
        }
        if isAway { throw Away() }
        return try await operation(base)
    }

    /// Enters a session.
    public func begin(_ record: SessionRecord, replacing replaced: SessionHandle?) async throws {
        try await through(.begin) { try await $0.begin(record, replacing: replaced) }
    }

    /// Ends a session.
    public func end(_ handle: SessionHandle, until: Date) async throws {
        try await through(.end) { try await $0.end(handle, until: until) }
    }

    /// Ends the sessions of a group.
    public func endAll(_ group: SessionGroup) async throws -> [EndedSession] {
        try await through(.endAll) { try await $0.endAll(group) }
    }

    /// Spends a value and ends the sessions of a group.
    public func endAll(_ group: SessionGroup, spending value: [UInt8], until: Date) async throws -> [EndedSession]? {
        try await through(.endAll) { try await $0.endAll(group, spending: value, until: until) }
    }

    /// A user's sessions.
    public func sessions(of user: SessionUser, now: Date) async throws -> [SessionRecord] {
        try await through(.sessions) { try await $0.sessions(of: user, now: now) }
    }

    /// Notes a use.
    public func noteUse(of handle: SessionHandle, at date: Date) async throws {
        try await through(.noteUse) { try await $0.noteUse(of: handle, at: date) }
    }

    /// The endings.
    public func endings(after sequence: Int64, now: Date) async throws -> [EndedSession] {
        try await through(.endings) { try await $0.endings(after: sequence, now: now) }
    }

    /// The result of the last refresh.
    public func storedRefresh(of handle: SessionHandle) async throws -> StoredRefresh? {
        try await through(.storedRefresh) { try await $0.storedRefresh(of: handle) }
    }

    /// Claims a refresh.
    public func claimRefresh(
        of handle: SessionHandle, generation: UInt32, by claimant: [UInt8], until lease: Date, now: Date
    ) async throws -> RefreshClaim {
        try await through(.claimRefresh) {
            try await $0.claimRefresh(of: handle, generation: generation, by: claimant, until: lease, now: now)
        }
    }

    /// Gives a claim back.
    public func releaseRefresh(of handle: SessionHandle, by claimant: [UInt8]) async throws {
        try await through(.releaseRefresh) { try await $0.releaseRefresh(of: handle, by: claimant) }
    }

    /// Keeps the result of a refresh.
    public func store(_ refresh: StoredRefresh, of handle: SessionHandle, until: Date) async throws -> Bool {
        try await through(.store) { try await $0.store(refresh, of: handle, until: until) }
    }

    /// Keeps what was typed.
    public func keep(_ sealed: [UInt8], as name: [UInt8], until: Date) async throws {
        try await through(.keep) { try await $0.keep(sealed, as: name, until: until) }
    }

    /// What is kept.
    public func kept(_ name: [UInt8], now: Date) async throws -> [UInt8]? {
        try await through(.kept) { try await $0.kept(name, now: now) }
    }

    /// Takes out what is kept.
    public func takeKept(_ name: [UInt8], now: Date) async throws -> [UInt8]? {
        try await through(.takeKept) { try await $0.takeKept(name, now: now) }
    }

    /// Spends a one-time value.
    public func spend(_ value: [UInt8], until: Date) async throws -> Bool {
        try await through(.spend) { try await $0.spend(value, until: until) }
    }

    /// Forgets what is over.
    public func removeExpired(now: Date) async throws {
        try await through(.removeExpired) { try await $0.removeExpired(now: now) }
    }

    /// A number that differs after a change.
    public func changeCounter() async throws -> Int64 {
        try await through(.changeCounter) { try await $0.changeCounter() }
    }

    /// Throws where the register is away.
    public func check() async throws {
        try await through(.check) { try await $0.check() }
    }
}
