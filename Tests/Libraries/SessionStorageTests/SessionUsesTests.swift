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

    @Test("A session's use is stored in each minute of the clock, however often the cookie is renewed") func minute()
        async throws
    {
        // A minute of the clock starts at 1_769_860_800.
        try await store.insert(
            .sample(id, at: Date(timeIntervalSince1970: 1_769_860_770)), tokens: [], replacing: nil)
        #expect(try await stored(after: 1_769_860_770, at: 1_769_860_799) == 1_769_860_770)
        #expect(try await stored(after: 1_769_860_799, at: 1_769_860_829) == 1_769_860_829)
        #expect(try await stored(after: 1_769_860_829, at: 1_769_860_859) == 1_769_860_829)
        #expect(try await stored(after: 1_769_860_859, at: 1_769_860_860) == 1_769_860_860)
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
