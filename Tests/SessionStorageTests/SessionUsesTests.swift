import FoundationEssentials
import Testing

@testable import SessionStorage

@Suite struct SessionUsesTests {
    private let uses = SessionUses()
    private let store = MemorySessionStore()
    private let id = SessionID()

    /// The time of last use that the store has after a note, in seconds.
    private func stored(after last: Int64, at time: Int64) async throws -> Double? {
        uses.note(id, last: last, at: time)
        try await uses.write(to: store)
        return await store.session(id)?.lastUsed.timeIntervalSince1970
    }

    @Test("A last use is stored once a minute has passed since the one that the cookie has") func minute() async throws
    {
        // A slot of the clock ends between the first two.
        try await store.insert(
            .sample(id, at: Date(timeIntervalSince1970: 1_769_860_790)), tokens: [], replacing: nil)
        #expect(try await stored(after: 1_769_860_790, at: 1_769_860_849) == 1_769_860_790)
        #expect(try await stored(after: 1_769_860_790, at: 1_769_860_850) == 1_769_860_850)
        #expect(try await stored(after: 1_769_860_850, at: 1_769_860_909) == 1_769_860_850)
        #expect(try await stored(after: 1_769_860_850, at: 1_769_860_910) == 1_769_860_910)
    }

    @Test("A cookie with an old time is noted once in a minute of the clock") func oldCookie() async throws {
        try await store.insert(
            .sample(id, at: Date(timeIntervalSince1970: 1_769_860_800)), tokens: [], replacing: nil)
        for (time, expected) in [(121, 121), (122, 121), (179, 121), (180, 180)] as [(Int64, Int64)] {
            #expect(
                try await stored(after: 1_769_860_800, at: 1_769_860_800 + time) == Double(1_769_860_800 + expected))
        }
    }
}
