import FoundationEssentials
import StorageTestSupport
import TestSupport
import Testing

@testable import SessionRegistry

@Suite struct PendingWritesTests {
    private let now = Date(timeIntervalSince1970: 1_769_860_800)
    private let registry = SwitchableRegistry()
    private let handle = SessionHandle()

    private func result(_ generation: UInt32) -> StoredRefresh {
        StoredRefresh(generation: generation, sealed: [UInt8(generation)])
    }

    @Test("What the register doesn't take waits, and is told once it does") func waits() async throws {
        let pending = PendingWrites()
        let other = SessionHandle()
        await pending.end(handle, until: now + 60)
        pending.store(result(4), of: other, until: now + 60)
        registry.takeAway()
        await #expect(throws: SwitchableRegistry.Away.self) { try await pending.write(to: registry, now: now) }
        #expect(pending.count == 2)
        registry.bringBack()
        try await pending.write(to: registry, now: now)
        #expect(pending.count == 0 && pending.result(of: other) == nil)
        #expect(try await registry.endings(after: 0, now: now).map(\.handle) == [handle])
        #expect(try await registry.storedRefresh(of: other) == result(4))
    }

    @Test("What has been over meanwhile is told to nobody") func over() async throws {
        let pending = PendingWrites()
        await pending.end(handle, until: now)
        pending.store(result(4), of: SessionHandle(), until: now)
        try await pending.write(to: registry, now: now)
        #expect(pending.count == 0)
        #expect(registry.count(of: .end) == 0 && registry.count(of: .store) == 0)
    }

    @Test("Of several results the newest waits, and none for a session that ends") func results() async {
        let pending = PendingWrites()
        for generation in [4, 6, 5] as [UInt32] { pending.store(result(generation), of: handle, until: now + 60) }
        #expect(pending.result(of: handle) == result(6))
        await pending.end(handle, until: now + 60)
        pending.store(result(7), of: handle, until: now + 60)
        #expect(pending.result(of: handle) == nil)
    }

    @Test("What is told while a newer result comes doesn't take that one away") func newerMeanwhile() async throws {
        let pending = PendingWrites()
        pending.store(result(4), of: handle, until: now + 60)
        registry.takeAway([.store])
        try? await pending.write(to: registry, now: now)
        pending.store(result(5), of: handle, until: now + 60)
        registry.bringBack()
        try await pending.write(to: registry, now: now)
        #expect(try await registry.storedRefresh(of: handle) == result(5))
    }

    @Test("It is bounded, whatever comes") func bounded() async {
        let pending = PendingWrites(capacity: 3)
        for _ in 0..<10 {
            await pending.end(SessionHandle(), until: now + 60)
            pending.store(result(1), of: SessionHandle(), until: now + 60)
        }
        #expect(pending.count == 6)
    }

    @Test(
        "Endings that an earlier process left are known at once, and gone from disk once the register has them",
        .timeLimit(.minutes(1)))
    func restored() async throws {
        let folder = try TemporaryFolder()
        await PendingWrites(file: PendingEndingsFile(folder: folder.path)).end(handle, until: now + 60)
        let memory = RegisterMemory(file: PendingEndingsFile(folder: folder.path))
        // The lock of the process before goes a moment after its last call.
        while memory.pending.count == 0 {
            try await memory.restore()
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(memory.ended.contains(handle) && memory.pending.count == 1)
        registry.takeAway()
        try? await memory.pending.write(to: registry, now: now)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
        registry.bringBack()
        try await memory.pending.write(to: registry, now: now)
        #expect(try await registry.endings(after: 0, now: now).map(\.handle) == [handle])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        #expect(memory.ended.contains(handle))
    }

    @Test("An ending says whether it outlives the process") func durability() async throws {
        let folder = try TemporaryFolder()
        #expect(await PendingWrites(file: PendingEndingsFile(folder: folder.path)).end(handle, until: now + 60))
        let missing = PendingEndingsFile(folder: "\(folder.path)/none")
        #expect(await !PendingWrites(file: missing).end(handle, until: now + 60))
        #expect(await !PendingWrites().end(handle, until: now + 60))
    }
}
