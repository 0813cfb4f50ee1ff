import Hummingbird
import HummingbirdOpenIDConnect
import SealedCookies
import TestSupport
import Testing

@testable import TasksWeb

@Suite struct CookieSizeLimitTests {
    private static let names = SiteCookies(isOverHTTPS: true)
    private static let maximum = CookieSizeLimit.maximumBytes

    private let clock = TestClock()
    private let attempts: SignInCookies
    private let limit: CookieSizeLimit

    init() throws {
        attempts = SignInCookies(names: Self.names, codec: try .test())
        limit = CookieSizeLimit(names: Self.names, attempts: attempts, clock: clock.clock)
    }

    private func setting(_ name: String, bytes: Int) -> String {
        Self.names.setting(name, to: String(repeating: "x", count: bytes), maxAge: 60)
    }

    /// The fields that keep attempts, the first of them the oldest.
    private func attempts(_ count: Int) throws -> [String] {
        try (0..<count).flatMap { number in
            let pending = PendingSignIn.sample(
                state: "\(number)-state-of-an-attempt", begun: TestClock.start - 100 + Int64(number))
            return try attempts.setting(pending, over: RequestCookies([:]), now: clock.seconds)
        }
    }

    private func name(_ field: String) -> String { String(field.prefix { $0 != "=" }) }

    /// What a browser sends that has the cookies.
    private func bytes(_ jar: CookieJar) -> Int {
        jar.values.filter { $0.key.hasPrefix("__Host-latchkey") }.reduce(0) {
            $0 + $1.key.utf8.count + $1.value.utf8.count
        }
    }

    @Test("As long as all fits, a response stays as it is") func fitting() throws {
        let jar = CookieJar([setting(Self.names.session, bytes: 3900)] + (try attempts(3)))
        let fields = [Self.names.expiring(Self.names.undo), setting(Self.names.accounts, bytes: 500)]
        #expect(limit.fitted(fields, over: jar.cookies) == fields)
        #expect(limit.fitted([], over: jar.cookies) == [])
    }

    @Test("Older attempts go first, then undo, remembered accounts and stored forms; the newest attempt stays")
    func order() throws {
        let stored = ["1", "2"].map { "\(Self.names.pendingFormPrefix)\($0)" }
        let attempts = try attempts(3)
        let undo = ["\(Self.names.undo).1", Self.names.undo]
        let groups = attempts.dropLast().map { [name($0)] } + [undo, [Self.names.accounts]] + stored.map { [$0] }
        let steps = (0...groups.count).map { Set(groups.prefix($0).joined()) }
        var jar = CookieJar(attempts.shuffled())
        jar.store(zip(undo, [700, 900]).map { setting($0, bytes: $1) })
        jar.store([setting(Self.names.accounts, bytes: 300)] + stored.map { setting($0, bytes: 43) })
        jar.store(["other=\(String(repeating: "x", count: 20_000))"])
        var seen: [Set<String>] = []
        // All cookies together grow, to beyond what the newest attempt leaves.
        for size in stride(from: 13_000, to: 16_000, by: 7) {
            let fields = limit.fitted([setting(Self.names.session, bytes: size - bytes(jar))], over: jar.cookies)
            #expect(fields.dropFirst().allSatisfy { $0.contains("; Max-Age=0;") })
            let gone = Set(fields.dropFirst().map(name))
            if seen.last != gone { seen.append(gone) }
        }
        #expect(seen == steps)
    }

    @Test("The newest attempt is one that the response doesn't end") func newestIsNotEnded() throws {
        let attempts = try attempts(3)
        let jar = CookieJar([setting(Self.names.session, bytes: 12_900)] + attempts)
        let ending = Self.names.expiring(name(attempts[2]))
        let fields = limit.fitted([ending], over: jar.cookies)
        #expect(Set(fields) == [ending, Self.names.expiring(name(attempts[0]))])
    }

    @Test("The attempt that the response sets is the newest, whatever its time says") func newestIsSet() throws {
        let attempts = try attempts(4)
        var jar = CookieJar([setting(Self.names.session, bytes: 12_800)])
        jar.store(Array(attempts.dropFirst()))
        jar.store(limit.fitted([attempts[0]], over: jar.cookies))
        #expect(Set(jar.values.keys) == [Self.names.session, name(attempts[0])])
    }

    @Test("What doesn't fit is not set, and expires only where the browser has it", arguments: [false, true])
    func notSet(_ isThere: Bool) {
        var jar = CookieJar([setting(Self.names.session, bytes: 12_000)])
        if isThere { jar.store([setting(Self.names.undo, bytes: 10)]) }
        let fields = limit.fitted(
            [setting(Self.names.undo, bytes: 3000), setting("\(Self.names.undo).1", bytes: 9)], over: jar.cookies)
        #expect(fields == (isThere ? [Self.names.expiring(Self.names.undo)] : []))
    }

    @Test("Of two fields for one name the last one is sent") func twice() async throws {
        let fields = [
            setting(Self.names.session, bytes: 10), setting(Self.names.undo, bytes: 3),
            Self.names.expiring(Self.names.session),
        ]
        #expect(limit.fitted(fields, over: RequestCookies([:])) == Array(fields.dropFirst()))
    }

    @Test("Whatever a browser has and a response sets, what it sends next fits, and no name occurs twice") func fuzz()
        async throws
    {
        var generator = SeededGenerator(seed: 13)
        let attempts = try attempts(8)
        for _ in 0..<300 {
            func some(_ junk: [String]) -> [String] {
                var fields = (0..<3).map { _ in generator.one(of: attempts) }
                let names =
                    [
                        Self.names.undo, "\(Self.names.undo).1", Self.names.accounts,
                        "\(Self.names.pendingFormPrefix)1",
                        "\(Self.names.pendingFormPrefix)2",
                        "other",
                    ] + junk
                for _ in 0..<4 {
                    fields.append(setting(generator.one(of: names), bytes: Int.random(in: 0...4000, using: &generator)))
                }
                fields += (0..<2).map { _ in Self.names.expiring(generator.one(of: names)) }
                fields.append(setting(Self.names.session, bytes: Int.random(in: 0...12_200, using: &generator)))
                return fields.shuffled(using: &generator)
            }
            var jar = CookieJar(some(["\(Self.names.attemptPrefix)junk"]))
            let fields = limit.fitted(some([]), over: jar.cookies)
            #expect(Set(fields.map(name)).count == fields.count)
            jar.store(fields)
            #expect(bytes(jar) <= Self.maximum)
            await Task.yield()
        }
    }
}
