import FoundationEssentials
import Logging
import SessionRegistry
import TestSupport
import Testing

@Suite struct SessionKeeperTests {
    private let now = Date(timeIntervalSince1970: 1_769_860_800)

    /// Runs a body while a keeper is at work.
    private func keeping(
        _ registry: SwitchableRegistry, _ memory: RegisterMemory, _ body: @Sendable () async throws -> Void
    ) async throws {
        let now = now
        let keeper = SessionKeeper(
            registry: registry, memory: memory, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, now: { now })
        try await withThrowingTaskGroup { group in
            group.addTask { try await keeper.run() }
            try await body()
            group.cancelAll()
        }
    }

    private func until(_ condition: @Sendable () async throws -> Bool) async throws {
        while try await !condition() { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test("A register that is away at the start is read once it is there", .timeLimit(.minutes(1))) func awayAtFirst() async throws {
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

    @Test("What waited is told soon after the register's return, and other replicas learn of it", .timeLimit(.minutes(1)))
    func back() async throws {
        let base = MemorySessionRegistry()
        let (here, there) = (SwitchableRegistry(base), SwitchableRegistry(base))
        let (memory, other) = (RegisterMemory(), RegisterMemory())
        let (ending, used) = (SessionHandle(), SessionHandle())
        await base.begin(
            SessionRecord(
                handle: used, issuer: "i", subject: "s", providerSession: nil, begun: now, browser: "", lastSeen: now, end: now + 60),
            replacing: nil)
        here.takeAway()
        memory.pending.end(ending, until: now + 60)
        memory.uses.note(used, last: 0, at: 1_769_860_800 + 7)
        try await keeping(here, memory) {
            try await keeping(there, other) {
                try await until { other.ended.isCaughtUp }
                try await here.wait(for: .end, times: 1)
                #expect(!other.ended.contains(ending))
                here.bringBack()
                try await until { other.ended.contains(ending) }
                try await until { await base.sessions(issuer: "i", subject: "s", now: now).first?.lastSeen == now + 7 }
            }
        }
    }
}
