import FoundationEssentials
import Logging
import ServiceLifecycleTestKit
import SessionRegistry
import Synchronization
import TestSupport
import Testing

@Suite struct SessionKeeperTests {
    private let now = Date(timeIntervalSince1970: 1_769_860_800)

    /// Runs a body while a keeper is at work.
    private func keeping(
        _ registry: SwitchableRegistry, _ memory: RegisterMemory, log: ErrorLog = ErrorLog(),
        now: (@Sendable () -> Date)? = nil,
        revoke: @escaping @Sendable (SessionHandle, StoredRefresh) async -> Void = { _, _ in },
        _ body: @Sendable () async throws -> Void
    ) async throws {
        let time = self.now
        let keeper = SessionKeeper(
            registry: registry, memory: memory, logger: log.logger, now: now ?? { time }, revoke: revoke)
        try await withThrowingTaskGroup { group in
            group.addTask { try await keeper.run() }
            try await body()
            group.cancelAll()
        }
    }

    private func until(_ condition: @Sendable () async throws -> Bool) async throws {
        while try await !condition() { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test("A register that is away at the start is read once it is there", .timeLimit(.minutes(1))) func awayAtFirst()
        async throws
    {
        let registry = SwitchableRegistry(isAway: true)
        let (memory, handle) = (RegisterMemory(), SessionHandle())
        try await keeping(registry, memory) {
            try await registry.wait(for: .changeCounter, times: 1)
            #expect(!memory.ended.isCaughtUp)
            registry.bringBack()
            try await registry.end(handle, until: now + 60)
            try await until { memory.ended.contains(handle) }
            #expect(memory.ended.isCaughtUp)
        }
    }

    @Test(
        "What the register refuses for good is told once each time, and nothing beside the one line where it is away",
        .timeLimit(.minutes(1)))
    func refusals() async throws {
        let registry = SwitchableRegistry()
        let (memory, log) = (RegisterMemory(), ErrorLog())
        registry.takeAway([.noteUse, .removeExpired])
        memory.uses.note(SessionHandle(), last: 0, at: 1_769_860_800)
        let (uses, removal) = (
            "The register of sessions doesn't take when sessions were last used. Away()",
            "The register of sessions keeps what is over. Away()"
        )
        try await keeping(registry, memory, log: log) {
            try await registry.wait(for: .noteUse, times: 2)
            try await until { log.lines.count == 2 }
            registry.bringBack()
            try await registry.wait(for: .noteUse, times: 1)
            registry.takeAway()
            memory.uses.note(SessionHandle(), last: 0, at: 1_769_860_800)
            try await registry.wait(for: .noteUse, times: 2)
            #expect(log.lines.prefix(2).sorted() == [uses, removal])
            #expect(log.lines.count == 3 && log.lines.last?.contains("can't be reached") == true, "\(log.lines)")
        }
    }

    @Test("Once the clock has gone back, endings are known again that it had gone beyond", .timeLimit(.minutes(1)))
    func clockSetBack() async throws {
        let registry = SwitchableRegistry()
        let (memory, handle) = (RegisterMemory(), SessionHandle())
        let time = Mutex(now + 3600)
        try await registry.end(handle, until: now + 60)
        // A register in memory knows no clock but this one.
        registry.takeAway([.removeExpired])
        try await keeping(registry, memory, now: { time.withLock { $0 } }) {
            try await until { memory.ended.isCaughtUp }
            #expect(!memory.ended.contains(handle))
            time.withLock { $0 = now }
            try await until { memory.ended.contains(handle) }
        }
    }

    @Test(
        "What waited is told soon after the register's return, and other replicas learn of it", .timeLimit(.minutes(1)))
    func back() async throws {
        let base = MemorySessionRegistry()
        let (here, there) = (SwitchableRegistry(base), SwitchableRegistry(base))
        let (memory, other) = (RegisterMemory(), RegisterMemory())
        let (ending, used) = (SessionHandle(), SessionHandle())
        await base.begin(
            SessionRecord(
                handle: used, user: "sub i s", scope: "i", issuer: "i", subject: "s", providerSession: nil, begun: now,
                browser: "",
                lastSeen: now, end: now + 60),
            replacing: nil)
        here.takeAway()
        await memory.pending.end(ending, until: now + 60)
        memory.uses.note(used, last: 0, at: 1_769_860_800 + 7)
        try await keeping(here, memory) {
            try await keeping(there, other) {
                try await until { other.ended.isCaughtUp }
                try await here.wait(for: .storedRefresh, times: 1)
                #expect(!other.ended.contains(ending))
                here.bringBack()
                try await until { other.ended.contains(ending) }
                let user = SessionUser(key: "sub i s", issuer: "i", subject: "s")
                try await until { await base.sessions(of: user, now: now).first?.lastSeen == now + 7 }
            }
        }
    }

    @Test(
        "A result that the register has of a session whose end waited is handed over for revocation, once",
        .timeLimit(.minutes(1)))
    func leftovers() async throws {
        let registry = SwitchableRegistry()
        let (memory, ending, stored) = (RegisterMemory(), SessionHandle(), StoredRefresh(generation: 3, sealed: [7]))
        let revoked = Mutex<[StoredRefresh]>([])
        _ = try await registry.store(stored, of: ending, until: now + 60)
        registry.takeAway()
        for handle in [ending, SessionHandle()] { await memory.pending.end(handle, until: now + 60) }
        let revoke: @Sendable (SessionHandle, StoredRefresh) async -> Void = { handle, stored in
            if handle == ending { revoked.withLock { $0.append(stored) } }
        }
        try await keeping(registry, memory, revoke: revoke) {
            registry.bringBack()
            try await until { revoked.withLock { !$0.isEmpty } }
            try await registry.wait(for: .changeCounter, times: 2)
            #expect(revoked.withLock { $0 } == [stored])
            #expect(try await registry.storedRefresh(of: ending) == nil)
        }
    }

    /// A memory with so many endings that wait, whose tokens the register has.
    private func memory(endings: Int, in registry: SwitchableRegistry) async throws -> RegisterMemory {
        let memory = RegisterMemory()
        for _ in 0..<endings {
            let handle = SessionHandle()
            _ = try await registry.store(StoredRefresh(generation: 3, sealed: [7]), of: handle, until: now + 60)
            await memory.pending.end(handle, until: now + 60)
        }
        return memory
    }

    @Test("Of many revocations four are under way at once, and none is left out", .timeLimit(.minutes(1)))
    func boundedRevocations() async throws {
        let registry = SwitchableRegistry()
        let memory = try await memory(endings: 30, in: registry)
        let gate = Gate()
        let counts = Mutex((running: 0, most: 0, done: 0))
        let revoke: @Sendable (SessionHandle, StoredRefresh) async -> Void = { _, _ in
            counts.withLock {
                $0.running += 1
                $0.most = max($0.most, $0.running)
            }
            await gate.pass()
            counts.withLock {
                $0.running -= 1
                $0.done += 1
            }
        }
        try await keeping(registry, memory, revoke: revoke) {
            try await until { counts.withLock { $0.running == 4 } }
            // The keeper goes on meanwhile.
            try await registry.wait(for: .changeCounter, times: 2)
            gate.open()
            try await until { counts.withLock { $0.done == 30 } }
            #expect(counts.withLock { $0.most } == 4)
        }
    }

    @Test(
        "Revocations that are under way at a shutdown end first, and those that wait are made", .timeLimit(.minutes(1)))
    func revocationsAtShutdown() async throws {
        let registry = SwitchableRegistry()
        let memory = try await memory(endings: 6, in: registry)
        let gate = Gate()
        let counts = Mutex((started: 0, done: 0))
        let time = now
        let keeper = SessionKeeper(
            registry: registry, memory: memory, logger: ErrorLog().logger, patience: .seconds(60), now: { time }
        ) { _, _ in
            counts.withLock { $0.started += 1 }
            await gate.pass()
            if !Task.isCancelled { counts.withLock { $0.done += 1 } }
        }
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup { group in
                group.addTask { try await keeper.run() }
                try await until { counts.withLock { $0.started == 4 } }
                try await registry.wait(for: .changeCounter, times: 1)
                trigger.triggerGracefulShutdown()
                // This is stored when all else has stopped.
                memory.uses.note(SessionHandle(), last: 0, at: 1_769_860_800)
                try await registry.wait(for: .noteUse, times: 1)
                gate.open()
                try await group.waitForAll()
            }
        }
        #expect(counts.withLock { $0.done } == 6)
    }

    @Test("A revocation that doesn't end holds no shutdown up", .timeLimit(.minutes(1))) func endlessRevocation()
        async throws
    {
        let registry = SwitchableRegistry()
        let memory = try await memory(endings: 6, in: registry)
        let started = Atomic(0)
        let time = now
        let keeper = SessionKeeper(
            registry: registry, memory: memory, logger: ErrorLog().logger, patience: .milliseconds(10), now: { time }
        ) { _, _ in
            started.add(1, ordering: .relaxed)
            try? await Task.sleep(for: .seconds(3600))
        }
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup { group in
                group.addTask { try await keeper.run() }
                try await until { started.load(ordering: .relaxed) == 4 }
                trigger.triggerGracefulShutdown()
                try await group.waitForAll()
            }
        }
    }
}
