package import PortableFoundation
import Synchronization

/// Endings and new tokens that wait for a store that can't be reached.
///
/// Their number is bounded. Endings are on disk as well, if there is a file for them.
package final class PendingWrites: Sendable {
    /// Maximum number of waiting endings, and of waiting tokens.
    private static let capacity = 100_000

    private struct State {
        var endings: [SessionID: Date] = [:]
        /// With the counter of the tokens that the store has.
        var tokens: [SessionID: (tokens: StoredTokens, replaced: Int64, until: Date)] = [:]
        /// Tokens of sessions that have ended, which are to be revoked.
        var revocable: [(SessionID, StoredTokens)] = []
    }

    private let state = Mutex(State())
    private let capacity: Int
    private let file: PendingEndingsFile?

    init(capacity: Int = PendingWrites.capacity, file: PendingEndingsFile? = nil) {
        self.capacity = capacity
        self.file = file
    }

    /// The number of waiting writes.
    var count: Int { state.withLock { $0.endings.count + $0.tokens.count } }

    /// Adds the end of a session, whose tokens needn't be stored any more.
    ///
    /// - Returns: The tokens that waited, which the caller revokes, and whether the ending outlives the process.
    @discardableResult
    package func end(_ id: SessionID, until expiry: Date) async -> (tokens: StoredTokens?, isOnDisk: Bool) {
        let tokens = state.withLock { state in
            if state.endings.count < capacity { state.endings[id] = expiry }
            return state.tokens.removeValue(forKey: id)?.tokens
        }
        return (tokens, await file?.append(id, until: expiry) ?? false)
    }

    /// Adds the endings that earlier processes have left on disk.
    ///
    /// - Returns: These endings.
    /// - Throws: ``PendingEndingsError``.
    func restore() async throws -> [PendingEndingsFile.Ending] {
        let endings = try await file?.adopt() ?? []
        state.withLock { state in
            for ending in endings { state.endings[ending.id] = ending.until }
        }
        return endings
    }

    /// Adds new tokens, which replace those with the counter before theirs.
    ///
    /// Beyond the capacity they are dropped: the session goes on with them until its next refresh.
    ///
    /// - Parameter expiry: When their session expires.
    /// - Returns: `false` if the session has ended, so that the caller has to revoke the tokens.
    @discardableResult
    package func store(_ tokens: StoredTokens, of id: SessionID, until expiry: Date) -> Bool {
        state.withLock { state in
            guard state.endings[id] == nil else { return false }
            let known = state.tokens[id]
            guard known != nil || state.tokens.count < capacity else { return true }
            guard known.map({ $0.tokens.counter < tokens.counter }) ?? true else { return true }
            state.tokens[id] = (tokens, known?.replaced ?? tokens.counter - 1, expiry)
            return true
        }
    }

    /// The tokens of a session that wait.
    package func tokens(of id: SessionID) -> StoredTokens? { state.withLock { $0.tokens[id]?.tokens } }

    /// Takes out the tokens of sessions that have ended, which are to be revoked.
    func takeRevocable() -> [(SessionID, StoredTokens)] {
        state.withLock { state in
            defer { state.revocable = [] }
            return state.revocable
        }
    }

    /// Stores all waiting writes, endings first.
    ///
    /// Failed ones wait on.
    ///
    /// - Parameter ended: The set that notes the endings as stored.
    package func write(to store: any SessionStore, now: Date, noting ended: EndedSessions? = nil) async throws {
        for (id, expiry) in state.withLock({ $0.endings }) {
            let tokens = expiry > now ? try await store.end(id, until: expiry) : nil
            if expiry > now { ended?.insert(id, until: expiry, isStored: true) }
            state.withLock { state in
                state.endings[id] = nil
                if let tokens { state.revocable.append((id, tokens)) }
            }
        }
        await file?.remove { [self] in state.withLock { !$0.endings.isEmpty } }
        for id in state.withLock({ Array($0.tokens.keys) }) { try await writeTokens(of: id, to: store, now: now) }
    }

    /// Stores the tokens of a session that wait, if there are any; if that fails they wait on.
    package func writeTokens(of id: SessionID, to store: any SessionStore, now: Date) async throws {
        guard let (tokens, counter, expiry) = state.withLock({ $0.tokens[id] }) else { return }
        let isLost = expiry > now ? try await !replace(counter, by: tokens, of: id, in: store) : false
        state.withLock { state in
            // Newer ones may have come meanwhile.
            if state.tokens[id]?.tokens == tokens { state.tokens[id] = nil }
            if isLost { state.revocable.append((id, tokens)) }
        }
    }

    /// - Returns: Whether the session continues with these tokens or newer ones. Newer ones are of the same grant, so
    ///   these tokens mustn't be revoked.
    private func replace(
        _ counter: Int64, by tokens: StoredTokens, of id: SessionID, in store: any SessionStore
    ) async throws -> Bool {
        let isStored = try await store.replaceTokens(
            of: id, with: tokens.sealed, replacing: counter, providerSession: tokens.providerSession)
        if isStored { return true }
        return try await store.tokens(of: id) != nil
    }
}
