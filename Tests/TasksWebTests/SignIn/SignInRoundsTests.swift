import SealedCookies
import Testing

@testable import TasksWeb

@Suite struct SignInRoundsTests {
    private static let now: Int64 = 1_800_000_000
    private let rounds: SignInRounds

    init() throws {
        rounds = SignInRounds(names: SiteCookies(isOverHTTPS: true), codec: try .test())
    }

    /// A jar of a browser that has ended so many sign-ins, one a second.
    private func jar(after count: Int) throws -> CookieJar {
        var jar = CookieJar([])
        for second in 0..<Int64(count) {
            jar = CookieJar([try #require(try rounds.counting(over: jar.cookies, now: Self.now + second))])
        }
        return jar
    }

    @Test("Ten sign-ins within a minute are let through, and not one more until the minute is over") func limit() throws
    {
        #expect(rounds.pause(in: CookieJar([]).cookies, now: Self.now) == nil)
        #expect(rounds.pause(in: try jar(after: 9).cookies, now: Self.now + 9) == nil)
        let full = try jar(after: 10).cookies
        #expect(rounds.pause(in: full, now: Self.now + 10) == 50)
        #expect(rounds.pause(in: full, now: Self.now + 59) == 1)
        #expect(rounds.pause(in: full, now: Self.now + 60) == nil)
        #expect(rounds.pause(in: try jar(after: 11).cookies, now: Self.now + 11) == 49)
    }

    @Test("The minute is counted from the first of them, and the cookie lasts no longer") func window() throws {
        let field = try #require(try rounds.counting(over: try jar(after: 3).cookies, now: Self.now + 40))
        #expect(field.contains("; Max-Age=20;"))
        let next = try #require(try rounds.counting(over: CookieJar([field]).cookies, now: Self.now + 60))
        #expect(next.contains("; Max-Age=60;"))
    }

    @Test("The cookie has the attributes of all of ours, is small, and shows nothing") func cookie() throws {
        let field = try #require(try rounds.counting(over: CookieJar([]).cookies, now: Self.now))
        #expect(field.hasPrefix("__Host-latchkey-rounds="))
        #expect(field.hasSuffix("; Path=/; HttpOnly; SameSite=Lax; Secure"))
        #expect(field.utf8.count < 300)
    }

    @Test("A cookie that isn't ours counts nothing, and none but a cookie that is there is taken away") func foreign()
        throws
    {
        let other = SignInRounds(names: rounds.names, codec: SealedCookieCodec(keys: try SealingKeys([.generate()])))
        let jar = try jar(after: 10)
        #expect(other.pause(in: jar.cookies, now: Self.now + 10) == nil)
        #expect(other.expiring(in: jar.cookies).map { $0.hasPrefix("__Host-latchkey-rounds=; Max-Age=0;") } == [true])
        #expect(other.expiring(in: CookieJar([]).cookies) == [])
    }
}
