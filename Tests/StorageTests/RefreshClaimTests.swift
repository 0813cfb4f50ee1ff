import FoundationEssentials
import SessionRegistry
import Testing

@Suite struct RefreshClaimTests {
    private let now = Date(timeIntervalSince1970: 1_769_860_800)
    private let handle = SessionHandle()

    @Test("Of many who claim at once one may ask, and the others learn until when", arguments: StorageKind.allCases)
    func atOnce(kind: StorageKind) async throws {
        let (registry, folder) = try await kind.makeRegistry()
        let (handle, now) = (handle, now)
        let claims = try await withThrowingTaskGroup(of: RefreshClaim.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try await registry.claimRefresh(
                        of: handle, generation: 0, by: [UInt8(number)], until: now + 12, now: now)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(claims.filter { $0 == .granted }.count == 1)
        #expect(claims.filter { $0 == .heldByAnother(until: now + 12) }.count == 19)
        _ = folder
    }

    @Test(
        "Who holds a claim may renew it, another session's claim is another, and a lease ends",
        arguments: StorageKind.allCases)
    func lease(kind: StorageKind) async throws {
        let (registry, folder) = try await kind.makeRegistry()
        func claim(_ handle: SessionHandle, _ claimant: UInt8, at seconds: Double) async throws -> RefreshClaim {
            try await registry.claimRefresh(
                of: handle, generation: 0, by: [claimant], until: now + seconds + 12, now: now + seconds)
        }
        #expect(try await claim(handle, 1, at: 0) == .granted)
        #expect(try await claim(SessionHandle(), 2, at: 0) == .granted)
        #expect(try await claim(handle, 1, at: 6) == .granted)
        #expect(try await claim(handle, 2, at: 17) == .heldByAnother(until: now + 18))
        #expect(try await claim(handle, 2, at: 18) == .granted)
        #expect(try await claim(handle, 1, at: 18) == .heldByAnother(until: now + 30))
        _ = folder
    }

    @Test("A newer result comes before any claim, and storing it gives the claim back", arguments: StorageKind.allCases)
    func result(kind: StorageKind) async throws {
        let (registry, folder) = try await kind.makeRegistry()
        let stored = StoredRefresh(generation: 4, sealed: [4])
        func claim(_ generation: UInt32, _ claimant: UInt8) async throws -> RefreshClaim {
            try await registry.claimRefresh(
                of: handle, generation: generation, by: [claimant], until: now + 12, now: now)
        }
        #expect(try await claim(3, 1) == .granted)
        #expect(try await registry.store(stored, of: handle, until: now + 60))
        #expect(try await claim(3, 2) == .superseded(stored))
        #expect(try await claim(3, 1) == .superseded(stored))
        #expect(try await claim(4, 2) == .granted)
        // What comes too late is not kept, and takes nobody's claim.
        #expect(try await !registry.store(stored, of: handle, until: now + 60))
        #expect(try await claim(4, 3) == .heldByAnother(until: now + 12))
        _ = folder
    }

    @Test("A claim is given back by who holds it, and by nobody else", arguments: StorageKind.allCases)
    func release(kind: StorageKind) async throws {
        let (registry, folder) = try await kind.makeRegistry()
        func claim(_ claimant: UInt8) async throws -> RefreshClaim {
            try await registry.claimRefresh(of: handle, generation: 0, by: [claimant], until: now + 12, now: now)
        }
        #expect(try await claim(1) == .granted)
        try await registry.releaseRefresh(of: handle, by: [2])
        #expect(try await claim(2) == .heldByAnother(until: now + 12))
        try await registry.releaseRefresh(of: handle, by: [1])
        #expect(try await claim(2) == .granted)
        _ = folder
    }

    @Test("The end of a session ends the claim, and none is granted again", arguments: StorageKind.allCases)
    func ended(kind: StorageKind) async throws {
        let (registry, folder) = try await kind.makeRegistry()
        #expect(
            try await registry.claimRefresh(of: handle, generation: 0, by: [1], until: now + 12, now: now) == .granted)
        try await registry.end(handle, until: now + 60)
        for claimant in [1, 2] as [UInt8] {
            #expect(
                try await registry.claimRefresh(of: handle, generation: 0, by: [claimant], until: now + 12, now: now)
                    == .sessionEnded)
        }
        #expect(try await !registry.store(StoredRefresh(generation: 9, sealed: [9]), of: handle, until: now + 60))
        _ = folder
    }
}
