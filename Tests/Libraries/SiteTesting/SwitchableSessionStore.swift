public import FoundationEssentials
public import SessionStorage
import Synchronization

/// A store whose calls can be made to fail, all or some, and which counts them.
public final class SwitchableSessionStore: SessionStore {
    /// A method of the store.
    public enum Call: Sendable, Hashable, CaseIterable {
        case insert, tokens, acquireLease, releaseLease, replaceTokens, end, endAll, session, sessions, noteUses
        case endings, changeCounter, consume, storePendingForm, pendingForm, takePendingForm, removeExpired, check
    }

    /// What a call throws that has been made to fail.
    public struct UnavailableError: Error {}

    private struct State {
        var failing: Set<Call> = []
        var losing: Set<Call> = []
        var counts: [Call: Int] = [:]
        var observers: [AsyncStream<Void>.Continuation] = []
        var preludes: [Call: @Sendable () async throws -> Void] = [:]
    }

    private let base: any SessionStore
    private let state: Mutex<State>

    /// A store around another one.
    public init(_ base: any SessionStore = MemorySessionStore(), isAvailable: Bool = true) {
        self.base = base
        state = Mutex(State(failing: isAvailable ? [] : Set(Call.allCases)))
    }

    /// Makes calls fail; without names, all.
    public func fail(_ calls: Set<Call> = Set(Call.allCases)) { state.withLock { $0.failing = calls } }

    /// Makes calls fail after they have been carried out, as if the connection broke before the response.
    public func loseResponses(of calls: Set<Call>) { state.withLock { $0.losing = calls } }

    /// Makes all calls succeed again.
    public func recover() { state.withLock { ($0.failing, $0.losing) = ([], []) } }

    /// Runs a body before each call of a method.
    public func precede(_ call: Call, by body: (@Sendable () async throws -> Void)?) {
        state.withLock { $0.preludes[call] = body }
    }

    /// How often a method was called, also while it failed.
    public func count(of call: Call) -> Int { state.withLock { $0.counts[call, default: 0] } }

    /// Waits until a method was called so many times more.
    public func wait(for call: Call, times: Int = 1) async throws {
        let (calls, observer) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let wanted = state.withLock { state in
            state.observers.append(observer)
            return state.counts[call, default: 0] + times
        }
        for await _ in calls where count(of: call) >= wanted { return }
        throw CancellationError()
    }

    private func through<Result>(_ call: Call, _ operation: (any SessionStore) async throws -> Result) async throws
        -> Result
    {
        let (isFailing, isLosing, prelude) = state.withLock { state in
            state.counts[call, default: 0] += 1
            for observer in state.observers { observer.yield() }
            return (state.failing.contains(call), state.losing.contains(call), state.preludes[call])
        }
        if isFailing { throw UnavailableError() }
        try await prelude?()
        let result = try await operation(base)
        if isLosing { throw UnavailableError() }
        return result
    }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SwitchableSessionStore {
    public func insert(
        _ record: SessionRecord, tokens: [UInt8], replacing replaced: SessionID?, limits: SessionLimits
    ) async throws -> [RemovedSession] {
        try await through(.insert) {
            try await $0.insert(record, tokens: tokens, replacing: replaced, limits: limits)
        }
    }

    public func tokens(of id: SessionID) async throws -> StoredTokens? {
        try await through(.tokens) { try await $0.tokens(of: id) }
    }

    public func acquireLease(
        of id: SessionID, replacing counter: Int64, by owner: [UInt8], until expiry: Date, takingOver expired: Date?
    ) async throws -> LeaseResult {
        try await through(.acquireLease) {
            try await $0.acquireLease(of: id, replacing: counter, by: owner, until: expiry, takingOver: expired)
        }
    }

    public func releaseLease(of id: SessionID, by owner: [UInt8]) async throws {
        try await through(.releaseLease) { try await $0.releaseLease(of: id, by: owner) }
    }

    public func replaceTokens(
        of id: SessionID, with sealed: [UInt8], replacing counter: Int64, providerSession: String?
    ) async throws -> Bool {
        try await through(.replaceTokens) {
            try await $0.replaceTokens(
                of: id, with: sealed, replacing: counter, providerSession: providerSession)
        }
    }

    public func end(_ id: SessionID, until expiry: Date) async throws -> StoredTokens? {
        try await through(.end) { try await $0.end(id, until: expiry) }
    }

    public func endAll(
        _ group: SessionGroup, limit: Int, consuming value: OneTimeValue?
    ) async throws -> [RemovedSession]? {
        try await through(.endAll) { try await $0.endAll(group, limit: limit, consuming: value) }
    }

    public func session(_ id: SessionID) async throws -> SessionRecord? {
        try await through(.session) { try await $0.session(id) }
    }

    public func sessions(
        of user: String, after place: SessionRecord?, limit: Int, now: Date
    ) async throws -> [SessionRecord] {
        try await through(.sessions) { try await $0.sessions(of: user, after: place, limit: limit, now: now) }
    }

    public func noteUses(_ uses: [SessionID: Date]) async throws {
        try await through(.noteUses) { try await $0.noteUses(uses) }
    }

    public func endings(after sequence: Int64, now: Date) async throws -> [EndedSession] {
        try await through(.endings) { try await $0.endings(after: sequence, now: now) }
    }

    public func changeCounter() async throws -> Int64 {
        try await through(.changeCounter) { try await $0.changeCounter() }
    }

    public func newEndings() -> AsyncStream<Void> { base.newEndings() }

    public func consume(_ value: OneTimeValue) async throws -> Bool {
        try await through(.consume) { try await $0.consume(value) }
    }

    public func storePendingForm(
        _ sealed: [UInt8], named name: [UInt8], of owner: [UInt8], until expiry: Date, limit: Int
    ) async throws {
        try await through(.storePendingForm) {
            try await $0.storePendingForm(sealed, named: name, of: owner, until: expiry, limit: limit)
        }
    }

    public func pendingForm(named name: [UInt8], now: Date) async throws -> [UInt8]? {
        try await through(.pendingForm) { try await $0.pendingForm(named: name, now: now) }
    }

    public func takePendingForm(named name: [UInt8], now: Date) async throws -> [UInt8]? {
        try await through(.takePendingForm) { try await $0.takePendingForm(named: name, now: now) }
    }

    public func removeExpired(now: Date) async throws {
        try await through(.removeExpired) { try await $0.removeExpired(now: now) }
    }

    public func check() async throws { try await through(.check) { try await $0.check() } }
}
