package import Logging
package import PortableFoundation
import ServiceLifecycle
import Synchronization

/// Synchronizes a replica's cache with the store, and removes expired entries from the store.
///
/// While the store is unreachable, each second brings a new try, so that waiting writes are stored soon after its
/// return.
package struct SessionSync: Service {
    /// The interval in which other processes' endings are read and waiting writes are stored.
    private static let interval = Duration.seconds(1)
    /// The pause between two checks that the store takes writes, as long as it does.
    private static let checkInterval = Duration.seconds(5)
    private static let cleanUpInterval = Duration.seconds(600)
    private static let revocationsAtOnce = 4
    /// How long a shutdown waits for the revocations of endings that only it has stored.
    private static let lastPatience = Duration.seconds(2)

    private typealias Revocation = (id: SessionID, tokens: StoredTokens)

    private let store: any SessionStore
    private let cache: SessionCache
    private let logger: Logger
    private let revoke: @Sendable (SessionID, StoredTokens) async -> Void
    private let settle: @Sendable () async -> Void
    private let now: @Sendable () -> Date

    /// A service for one replica's cache.
    ///
    /// - Parameters:
    ///   - settle: Waits, during a shutdown, for work under way that stores something; it has to end in time.
    ///   - revoke: Revokes the tokens of a session whose ending waited for the store.
    package init(
        store: any SessionStore, cache: SessionCache, logger: Logger, now: @escaping @Sendable () -> Date = { Date() },
        settle: @escaping @Sendable () async -> Void = {},
        revoke: @escaping @Sendable (SessionID, StoredTokens) async -> Void
    ) {
        self.store = store
        self.cache = cache
        self.logger = logger
        self.settle = settle
        self.revoke = revoke
        self.now = now
    }

    /// Runs until the program ends, and then stores the waiting writes.
    ///
    /// Revocations under way are given up then, because a slow authority must not delay a shutdown. Revocations of
    /// endings that only the shutdown has stored get two seconds, because they had no time before, and no later process
    /// has the tokens.
    package func run() async throws {
        let (revocations, continuation) = AsyncStream.makeStream(of: Revocation.self)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await revokeAll(revocations) }
            try? await cancelWhenGracefulShutdown { try await synchronize(revoking: continuation) }
            await settle()
            try? await cache.pending.write(to: store, now: now(), noting: cache.ended)
            try? await cache.uses.write(to: store)
            group.cancelAll()
        }
        await revokeLast()
    }

    private func synchronize(revoking revocations: AsyncStream<Revocation>.Continuation) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask {
                // A failure is retried within the second.
                for await _ in store.newEndings() { try? await cache.ended.catchUp(with: store, now: now()) }
            }
            // Neither of these is urgent, and endings must not wait for them.
            group.addTask {
                try await repeating(after: Self.interval, failing: "The last uses of sessions can't be stored.") {
                    try await cache.uses.write(to: store)
                }
            }
            group.addTask {
                try await repeating(after: Self.cleanUpInterval, failing: "Expired sessions can't be removed.") {
                    try await store.removeExpired(now: now())
                }
            }
            group.addTask {
                try await repeating(after: Self.interval, failing: "Lost endings of sessions can't be stored again.") {
                    let count = try await cache.ended.restore(to: store, now: now()) { revocations.yield(($0, $1)) }
                    if count > 0 {
                        logger.warning(
                            "The database had lost endings of sessions; they are stored again.",
                            metadata: ["count": "\(count)"])
                    }
                }
            }
            // A call that waits for a commit must not hold up the reading of endings.
            let check = LastCheck()
            group.addTask {
                while true {
                    let outcome = await Result { try await store.check() }
                    check.note(outcome)
                    try await Task.sleep(for: (try? outcome.get()) == nil ? Self.interval : Self.checkInterval)
                }
            }
            var progress = Progress()
            while true {
                await exchange(&progress, check)
                // A shutdown itself revokes the endings that are stored last.
                try Task.checkCancellation()
                for (id, tokens) in cache.pending.takeRevocable() { revocations.yield((id, tokens)) }
                try await Task.sleep(for: Self.interval)
            }
        }
    }

    /// Revokes tokens, a few at a time, because after an outage there may be thousands.
    private func revokeAll(_ revocations: AsyncStream<Revocation>) async {
        await withTaskGroup(of: Void.self) { group in
            var running = 0
            for await (id, tokens) in revocations {
                if running == Self.revocationsAtOnce {
                    await group.next()
                    running -= 1
                }
                group.addTask { await revoke(id, tokens) }
                running += 1
            }
        }
    }

    /// Revokes the tokens of sessions whose endings were stored last, as far as that succeeds in time.
    private func revokeLast() async {
        let (revocations, continuation) = AsyncStream.makeStream(of: Revocation.self)
        for (id, tokens) in cache.pending.takeRevocable() { continuation.yield((id, tokens)) }
        continuation.finish()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await revokeAll(revocations) }
            group.addTask { try? await Task.sleep(for: Self.lastPatience) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Repeats work; the first of several failures is logged, unless the store can't be reached at all.
    private func repeating(
        after interval: Duration, failing message: Logger.Message, _ work: () async throws -> Void
    ) async throws {
        var isLogged = false
        while true {
            do {
                try await work()
                isLogged = false
            } catch {
                if !isLogged, !Task.isCancelled, (try? await store.changeCounter()) != nil {
                    logger.error(message, metadata: ["reason": "\(error)"])
                    isLogged = true
                }
            }
            try await Task.sleep(for: interval)
        }
    }

    private struct Progress {
        var counter: Int64?
        var isUnreachable = false
    }

    /// Whether the store has taken the last write that was tried.
    private final class LastCheck: Sendable {
        private let outcome = Mutex(Result<Void, any Error>.success(()))

        func note(_ new: Result<Void, any Error>) { outcome.withLock { $0 = new } }
        func get() throws { try outcome.withLock { $0 }.get() }
    }

    /// Stores the waiting writes, and reads which sessions have ended.
    private func exchange(_ progress: inout Progress, _ check: LastCheck) async {
        do {
            // Waiting writes come first, because other replicas must find the endings and the tokens as soon as they
            // can.
            let written = await Result { try await cache.pending.write(to: store, now: now(), noting: cache.ended) }
            let counter = try await store.changeCounter()
            let time = now()
            if let last = progress.counter, counter < last { cache.ended.doubt() }
            if counter != progress.counter || !cache.ended.isCaughtUp || cache.ended.mayMissSome(at: time) {
                try await cache.ended.catchUp(with: store, now: time)
                progress.counter = counter
            }
            // A store that can be read but not written still has the endings, so cookies can be accepted.
            try written.get()
            try check.get()
            cache.contact.noteResponse()
            if progress.isUnreachable {
                StoreEvent.storeReachable.log(to: logger)
                // Another server may have taken over, without the last commits.
                cache.ended.doubt()
                progress.counter = nil
            }
            progress.isUnreachable = false
        } catch {
            cache.contact.noteFailure()
            if !progress.isUnreachable, !Task.isCancelled {
                StoreEvent.storeUnreachable.log(to: logger, reason: error)
            }
            progress.isUnreachable = true
        }
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
