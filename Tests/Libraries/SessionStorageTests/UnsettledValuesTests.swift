import FoundationEssentials
import SiteTesting
import TestSupport
import Testing

@testable import SessionStorage

@Suite struct UnsettledValuesTests {
    private let now = Date(timeIntervalSince1970: 1_769_860_800)
    private let store = SwitchableSessionStore()
    private let values = UnsettledValues()

    private func value(_ byte: UInt8 = 1) -> OneTimeValue { OneTimeValue([byte], expires: now + 60) }

    /// Whether a value is consumed now.
    private func consume(_ value: OneTimeValue) async throws -> Bool {
        try await values.consuming(value, now: now) {
            try await store.consume(value) ? true : nil
        } repeated: {
            true
        } ?? false
    }

    @Test("A value whose consumption had no outcome can be consumed once more, and another can't")
    func lostResponse() async throws {
        store.loseResponses(of: [.consume])
        await #expect(throws: SwitchableSessionStore.UnavailableError.self) { _ = try await consume(value()) }
        await #expect(throws: SwitchableSessionStore.UnavailableError.self) { _ = try await consume(value()) }
        store.recover()
        #expect(try await store.consume(value()) == false)
        #expect(try await consume(value()))
        #expect(try await !consume(value()))
        #expect(try await consume(value(2)))
        #expect(try await !consume(value(2)))
    }

    @Test("A value that a failed attempt has not consumed is consumed once")
    func failed() async throws {
        store.fail([.consume])
        await #expect(throws: SwitchableSessionStore.UnavailableError.self) { _ = try await consume(value()) }
        store.recover()
        #expect(try await consume(value()))
        #expect(try await !consume(value()))
    }

    @Test("If the effect of a repeated attempt fails, the next one has it")
    func failedEffect() async throws {
        let value = value()
        store.loseResponses(of: [.endAll])
        let group = SessionGroup.user("u", except: nil)
        func end() async throws -> Bool {
            try await values.consuming(value, now: now) {
                try await store.endAll(group, limit: 9, consuming: value)
            } repeated: {
                try await store.endAll(group)
            } != nil
        }
        for _ in 0..<2 {
            await #expect(throws: SwitchableSessionStore.UnavailableError.self) { _ = try await end() }
        }
        store.recover()
        #expect(try await end())
        #expect(try await !end())
    }
}
