import HTTPTypes
import SealedCookies
import SiteTesting
import TestSupport
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect

@Suite struct CookieBudgetTests {
    private static let names = CookieNames(session: "__Host-latchkey")
    private static let attributes = CookieAttributes(isOverHTTPS: true)
    private static let maximum = CookieBudget.maximumBytes
    private static let undo = "__Host-latchkey-undo"
    private static let accounts = "__Host-latchkey-accounts"

    private let attempts: AttemptCookies
    private let budget: CookieBudget

    init() throws {
        attempts = AttemptCookies(prefix: Self.names.attemptPrefix, attributes: Self.attributes, codec: try .sample())
        budget = CookieBudget(
            names: Self.names, attributes: Self.attributes, attempts: attempts,
            expendable: [Self.undo, Self.accounts])
    }

    private func fitted(_ fields: [String], over jar: CookieJar) -> [String] {
        budget.fitted(fields, over: jar.cookies, now: TestClock.start)
    }

    private func setting(_ name: String, bytes: Int) -> String {
        Self.attributes.setting(name, to: String(repeating: "x", count: bytes), maxAge: 60)
    }

    /// The fields that store attempts, the first of them the oldest.
    private func attempts(_ count: Int) throws -> [String] {
        try (0..<count).flatMap { number in
            let pending = StoredAttempt.sample(
                state: "\(number)-state-of-an-attempt", started: TestClock.start - 100 + Int64(number))
            return try attempts.setting(pending, over: RequestCookies(HTTPFields()), now: TestClock.start)
        }
    }

    private func name(_ field: String) -> String { String(field.prefix { $0 != "=" }) }

    /// The Cookie field of a browser that has the cookies.
    private func bytes(_ jar: CookieJar) -> Int {
        jar.filter { $0.key.hasPrefix("__Host-latchkey") }.reduce(0) {
            $0 + $1.key.utf8.count + $1.value.utf8.count
        }
    }

    @Test("As long as all cookies fit, a response stays as it is") func fitting() throws {
        let jar = CookieJar([setting(Self.names.session, bytes: 3900)] + (try attempts(3)))
        let fields = [Self.attributes.expiring(Self.undo), setting(Self.accounts, bytes: 500)]
        #expect(fitted(fields, over: jar) == fields)
        #expect(fitted([], over: jar) == [])
    }

    @Test("Older attempts are dropped first, then undo, accounts and pending forms, and never the newest attempt")
    func order() throws {
        let stored = ["1", "2"].map { "\(Self.names.pendingFormPrefix)\($0)" }
        let attempts = try attempts(3)
        let undo = ["\(Self.undo).1", Self.undo]
        let groups = attempts.dropLast().map { [name($0)] } + [undo, [Self.accounts]] + stored.map { [$0] }
        let steps = (0...groups.count).map { Set(groups.prefix($0).joined()) }
        var jar = CookieJar(attempts.shuffled())
        jar.store(zip(undo, [700, 900]).map { setting($0, bytes: $1) })
        jar.store([setting(Self.accounts, bytes: 300)] + stored.map { setting($0, bytes: 43) })
        jar.store(["other=\(String(repeating: "x", count: 20_000))"])
        var seen: [Set<String>] = []
        // All cookies together grow, to beyond what the newest attempt leaves.
        for size in stride(from: 13_000, to: 16_000, by: 7) {
            let fields = fitted([setting(Self.names.session, bytes: size - bytes(jar))], over: jar)
            #expect(fields.dropFirst().allSatisfy { $0.contains("; Max-Age=0;") })
            let gone = Set(fields.dropFirst().map(name))
            if seen.last != gone { seen.append(gone) }
        }
        #expect(seen == steps)
    }

    @Test("The newest attempt is one that the response doesn't end") func newestIsNotEnded() throws {
        let attempts = try attempts(3)
        let jar = CookieJar([setting(Self.names.session, bytes: 12_900)] + attempts)
        let ending = Self.attributes.expiring(name(attempts[2]))
        let fields = fitted([ending], over: jar)
        #expect(Set(fields) == [ending, Self.attributes.expiring(name(attempts[0]))])
    }

    @Test("The attempt that the response sets is the newest, whatever its time says") func newestIsSet() throws {
        let attempts = try attempts(4)
        var jar = CookieJar([setting(Self.names.session, bytes: 12_800)])
        jar.store(Array(attempts.dropFirst()))
        jar.store(fitted([attempts[0]], over: jar))
        #expect(Set(jar.keys) == [Self.names.session, name(attempts[0])])
    }

    @Test("A cookie that doesn't fit is not set, and expires only if the browser has it", arguments: [false, true])
    func notSet(_ isThere: Bool) {
        var jar = CookieJar([setting(Self.names.session, bytes: 12_000)])
        if isThere { jar.store([setting(Self.undo, bytes: 10)]) }
        let fields = fitted(
            [setting(Self.undo, bytes: 3000), setting("\(Self.undo).1", bytes: 9)], over: jar)
        #expect(fields == (isThere ? [Self.attributes.expiring(Self.undo)] : []))
    }

    @Test("Of two Set-Cookie fields for one name the last one is sent") func twice() {
        let fields = [
            setting(Self.names.session, bytes: 10), setting(Self.undo, bytes: 3),
            Self.attributes.expiring(Self.names.session),
        ]
        #expect(fitted(fields, over: CookieJar()) == Array(fields.dropFirst()))
    }

    @Test("Whatever a browser has and a response sets, the next request's cookies fit, and no name occurs twice")
    func fuzz()
        async throws
    {
        var generator = SeededGenerator(seed: 13)
        let attempts = try attempts(8)
        for _ in 0..<300 {
            func some(_ junk: [String]) -> [String] {
                var fields = (0..<3).map { _ in generator.one(of: attempts) }
                let names =
                    [
                        Self.undo, "\(Self.undo).1", Self.accounts, "\(Self.names.pendingFormPrefix)1",
                        "\(Self.names.pendingFormPrefix)2",
                        "other",
                    ] + junk
                for _ in 0..<4 {
                    fields.append(setting(generator.one(of: names), bytes: Int.random(in: 0...4000, using: &generator)))
                }
                fields += (0..<2).map { _ in Self.attributes.expiring(generator.one(of: names)) }
                fields.append(setting(Self.names.session, bytes: Int.random(in: 0...12_200, using: &generator)))
                return fields.shuffled(using: &generator)
            }
            var jar = CookieJar(some(["\(Self.names.attemptPrefix)junk"]))
            let fields = fitted(some([]), over: jar)
            #expect(Set(fields.map(name)).count == fields.count)
            jar.store(fields)
            #expect(bytes(jar) <= Self.maximum)
            await Task.yield()
        }
    }
}
