import Testing

@testable import HummingbirdOpenIDConnect

@Suite struct SignInLoopGuardTests {
    private static let now: Int64 = 1_800_000_000
    private let loopGuard: SignInLoopGuard

    init() throws {
        loopGuard = SignInLoopGuard(site: try Sample().site(options: SignInOptions(cookieName: "latchkey")))
    }

    /// A jar of a browser that has ended so many sign-ins, one a second.
    private func jar(after count: Int) throws -> CookieJar {
        var jar = CookieJar([])
        for second in 0..<Int64(count) {
            jar = CookieJar([try #require(loopGuard.counting(over: jar.cookies, now: Self.now + second))])
        }
        return jar
    }

    @Test("Ten sign-ins within a minute pass, and no more until the minute has passed") func limit() throws {
        #expect(loopGuard.pause(in: CookieJar([]).cookies, now: Self.now) == nil)
        #expect(loopGuard.pause(in: try jar(after: 9).cookies, now: Self.now + 9) == nil)
        let full = try jar(after: 10).cookies
        #expect(loopGuard.pause(in: full, now: Self.now + 10) == 50)
        #expect(loopGuard.pause(in: full, now: Self.now + 59) == 1)
        #expect(loopGuard.pause(in: full, now: Self.now + 60) == nil)
        #expect(loopGuard.pause(in: try jar(after: 11).cookies, now: Self.now + 11) == 49)
    }

    @Test("The minute is counted from the first of them, and the cookie lasts no longer") func window() throws {
        let field = try #require(loopGuard.counting(over: try jar(after: 3).cookies, now: Self.now + 40))
        #expect(field.contains("; Max-Age=20;"))
        let next = try #require(loopGuard.counting(over: CookieJar([field]).cookies, now: Self.now + 60))
        #expect(next.contains("; Max-Age=60;"))
    }

    @Test("The cookie has the attributes of all of ours, is small, and shows nothing") func cookie() throws {
        let field = try #require(loopGuard.counting(over: CookieJar([]).cookies, now: Self.now))
        #expect(field.hasPrefix("latchkey-rounds="))
        #expect(field.hasSuffix("; Path=/; HttpOnly; SameSite=Lax"))
        #expect(field.utf8.count < 300)
    }

    @Test("A foreign cookie counts as zero, and only an existing cookie expires") func foreign()
        throws
    {
        let other = SignInLoopGuard(
            site: try Sample().site(codec: .sample(8), options: SignInOptions(cookieName: "latchkey")))
        let jar = try jar(after: 10)
        #expect(other.pause(in: jar.cookies, now: Self.now + 10) == nil)
        #expect(other.expiring(in: jar.cookies).map { $0.hasPrefix("latchkey-rounds=; Max-Age=0;") } == [true])
        #expect(other.expiring(in: CookieJar([]).cookies) == [])
    }
}
