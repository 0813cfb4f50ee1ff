import Testing

@testable import Encodings

@Suite struct RandomIdentifierTests {
    /// Values that eight tasks draw at once.
    private static func drawn<Value: Sendable>(
        _ count: Int, _ draw: @escaping @Sendable () -> Value
    ) async -> [Value] {
        await withTaskGroup(of: [Value].self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<count / 8).map { _ in draw() } }
            }
            return await group.reduce(into: [Value]()) { $0 += $1 }
        }
    }

    @Test("Words by many tasks at once never repeat") func concurrent() async {
        let words = await Self.drawn(40_000) { RandomIdentifier.word() }
        #expect(Set(words).count == 40_000)
    }

    @Test("Every bit of a random word is sometimes set and sometimes not") func wordBits() {
        let words = (0..<200).map { _ in RandomIdentifier.word() }
        #expect(words.reduce(UInt64.max) { $0 & $1 } == 0)
        #expect(words.reduce(UInt64.min) { $0 | $1 } == .max)
    }

    @Test("UUIDs by many tasks at once differ, and no half of one is in another") func uuids() async {
        let uuids = await Self.drawn(4000) { RandomIdentifier.uuid() }
        #expect(Set(uuids).count == 4000)
        #expect(Set(uuids.map { $0.prefix(18) }).count == 4000)
        #expect(Set(uuids.map { $0.suffix(17) }).count == 4000)
    }

    @Test("A UUID is a random one of version 4, in lowercase")
    func form() {
        let uuids = (0..<100).map { _ in RandomIdentifier.uuid() }
        #expect(uuids.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) != nil })
        #expect(uuids.allSatisfy { $0.wholeMatch(of: /.{14}4.{4}[89ab].*/) != nil })
        #expect(Set(uuids.flatMap { [$0.utf8.map { $0 }[19]] }) == Set("89ab".utf8))
    }
}
