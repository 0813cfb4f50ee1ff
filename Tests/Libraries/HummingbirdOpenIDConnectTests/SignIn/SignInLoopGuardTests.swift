import SiteTesting
import TestSupport
import Testing

@testable import HummingbirdOpenIDConnect

@Suite struct SignInLoopGuardTests {
    private static let now: Int64 = 1_800_000_000
    private let loopGuard: SignInLoopGuard

    init() throws {
        loopGuard = try Sample().site(options: SignInOptions(cookieName: "latchkey")).loopGuard
    }

    /// A jar of a browser that has ended so many sign-ins, one a second.
    private func jar(after count: Int) throws -> CookieJar {
        var jar = CookieJar([])
        for second in 0..<Int64(count) {
            jar = CookieJar(loopGuard.recording(completed: true, over: jar.cookies, now: Self.now + second))
        }
        return jar
    }

    @Test("Ten sign-ins within a minute pass, and no more until the minute has passed") func limit() throws {
        #expect(!loopGuard.isLoop(in: CookieJar([]).cookies, now: Self.now))
        #expect(!loopGuard.isLoop(in: try jar(after: 9).cookies, now: Self.now + 9))
        let full = try jar(after: 10).cookies
        #expect(loopGuard.isLoop(in: full, now: Self.now + 10))
        #expect(loopGuard.isLoop(in: full, now: Self.now + 59))
        #expect(!loopGuard.isLoop(in: full, now: Self.now + 60))
        #expect(loopGuard.isLoop(in: try jar(after: 11).cookies, now: Self.now + 11))
    }

    @Test("The minute is counted from the first sign-in, and the counter's cookie lasts no longer") func window() throws
    {
        let field = try #require(
            loopGuard.recording(completed: true, over: try jar(after: 3).cookies, now: Self.now + 40).first)
        #expect(field.contains("; Max-Age=20;"))
        let next = try #require(
            loopGuard.recording(completed: true, over: CookieJar([field]).cookies, now: Self.now + 60).first)
        #expect(next.contains("; Max-Age=60;"))
    }

    @Test("A required interaction is known for a separate minute, whatever is counted next to it")
    func interaction() throws {
        let empty = CookieJar([]).cookies
        let alone = CookieJar(loopGuard.recording(completed: false, interaction: true, over: empty, now: Self.now))
        #expect(!loopGuard.hasInteracted(in: empty, now: Self.now))
        #expect(loopGuard.hasInteracted(in: alone.cookies, now: Self.now + 59))
        #expect(!loopGuard.hasInteracted(in: alone.cookies, now: Self.now + 60))

        let nine = try jar(after: 9).cookies
        let tenth = CookieJar(loopGuard.recording(completed: true, interaction: true, over: nine, now: Self.now + 50))
        #expect(loopGuard.isLoop(in: tenth.cookies, now: Self.now + 59))
        #expect(!loopGuard.isLoop(in: tenth.cookies, now: Self.now + 60))
        #expect(loopGuard.hasInteracted(in: tenth.cookies, now: Self.now + 109))
        let next = CookieJar(loopGuard.recording(completed: true, over: tenth.cookies, now: Self.now + 70))
        #expect(!loopGuard.isLoop(in: next.cookies, now: Self.now + 70))
        #expect(loopGuard.hasInteracted(in: next.cookies, now: Self.now + 109))
        #expect(!loopGuard.hasInteracted(in: next.cookies, now: Self.now + 110))
    }

    @Test("The counter's cookie has the usual attributes, is small, and reveals nothing") func cookie() throws {
        let field = try #require(loopGuard.recording(completed: true, over: CookieJar([]).cookies, now: Self.now).first)
        #expect(field.hasPrefix("latchkey-rounds="))
        #expect(field.hasSuffix("; Path=/; HttpOnly; SameSite=Lax"))
        #expect(field.utf8.count < 300)
    }

    @Test("A foreign cookie of the counter counts as zero, and only an existing one expires") func foreign()
        throws
    {
        let other = try Sample().site(codec: .sample(8), options: SignInOptions(cookieName: "latchkey")).loopGuard
        let jar = try jar(after: 10)
        #expect(!other.isLoop(in: jar.cookies, now: Self.now + 10))
        let interaction = CookieJar(
            loopGuard.recording(completed: false, interaction: true, over: jar.cookies, now: Self.now))
        #expect(loopGuard.hasInteracted(in: interaction.cookies, now: Self.now))
        #expect(!other.hasInteracted(in: interaction.cookies, now: Self.now))
        #expect(other.cookie.expiring(in: jar.cookies).map { $0.hasPrefix("latchkey-rounds=; Max-Age=0;") } == [true])
        #expect(other.cookie.expiring(in: CookieJar([]).cookies) == [])
    }
}
