public import FoundationEssentials
import Synchronization

/// What the register has to be told and couldn't be while it was away: ends of sessions, and results of refreshes that
/// were got nevertheless.
///
/// It is bounded; what is told goes. Endings are on disk, too, if there is a file for them.
public final class PendingWrites: Sendable {
    /// The most endings, and the most results, that wait.
    public static let capacity = 100_000

    private struct State {
        var endings: [SessionHandle: Date] = [:]
        var results: [SessionHandle: (refresh: StoredRefresh, until: Date)] = [:]
        /// Results that the register had of sessions whose end waited.
        var leftovers: [SessionHandle: StoredRefresh] = [:]
    }

    private let state = Mutex(State())
    private let capacity: Int
    private let file: PendingEndingsFile?

    /// Nothing waits.
    public convenience init(file: PendingEndingsFile? = nil) {
        self.init(capacity: Self.capacity, file: file)
    }

    init(capacity: Int, file: PendingEndingsFile? = nil) {
        self.capacity = capacity
        self.file = file
    }

    /// How many entries wait.
    public var count: Int { state.withLock { $0.endings.count + $0.results.count } }

    /// Lets the end of a session wait; a result of its refresh is of no use any more.
    ///
    /// - Returns: Whether the ending outlives the process.
    @discardableResult
    public func end(_ handle: SessionHandle, until: Date) async -> Bool {
        state.withLock { state in
            state.results[handle] = nil
            if state.endings.count < capacity { state.endings[handle] = until }
        }
        return await file?.append(handle, until: until) ?? false
    }

    /// Lets the endings wait that earlier processes have left on disk.
    ///
    /// - Returns: These endings.
    /// - Throws: ``PendingEndingsError``.
    func restore() async throws -> [PendingEndingsFile.Ending] {
        let endings = try await file?.adopt() ?? []
        state.withLock { state in
            for ending in endings { state.endings[ending.handle] = ending.until }
        }
        return endings
    }

    /// Takes out the results that the register had of sessions whose end waited: their tokens are to be revoked.
    public func takeLeftovers() -> [SessionHandle: StoredRefresh] {
        state.withLock { state in
            defer { state.leftovers = [:] }
            return state.leftovers
        }
    }

    /// Lets the result of a refresh wait; until the register has it, it can be had here.
    public func store(_ refresh: StoredRefresh, of handle: SessionHandle, until: Date) {
        state.withLock { state in
            guard state.endings[handle] == nil, state.results.count < capacity || state.results[handle] != nil else {
                return
            }
            if let known = state.results[handle], known.refresh.generation >= refresh.generation { return }
            state.results[handle] = (refresh, until)
        }
    }

    /// The result of a refresh that waits.
    public func result(of handle: SessionHandle) -> StoredRefresh? {
        state.withLock { $0.results[handle]?.refresh }
    }

    /// Tells the register all that waits, endings first; what it doesn't take goes on waiting.
    public func write(to registry: any SessionRegistry, now: Date) async throws {
        for (handle, until) in state.withLock({ $0.endings }) {
            if until > now {
                // The end erases a result that couldn't be read, or that another replica has stored meanwhile.
                let leftover = try await registry.storedRefresh(of: handle)
                try await registry.end(handle, until: until)
                state.withLock { $0.leftovers[handle] = leftover }
            }
            state.withLock { $0.endings[handle] = nil }
        }
        await file?.remove { [self] in state.withLock { !$0.endings.isEmpty } }
        for (handle, (refresh, until)) in state.withLock({ $0.results }) {
            if until > now { try await registry.store(refresh, of: handle, until: until) }
            // A newer one may have come meanwhile.
            state.withLock { if $0.results[handle]?.refresh == refresh { $0.results[handle] = nil } }
        }
    }
}
