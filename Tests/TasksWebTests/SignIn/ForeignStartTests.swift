import HTTPTypes
import HummingbirdOpenIDConnect
import SealedCookies
import Testing

@testable import TasksWeb

@Suite struct ForeignStartTests {
    private static let names = SiteCookies(isOverHTTPS: false)

    private let clock = TestClock()
    private let attempts: SignInCookies
    private let start: ForeignStart

    init() throws {
        attempts = SignInCookies(names: Self.names, codec: try .test())
        let limit = CookieSizeLimit(names: Self.names, attempts: attempts, clock: clock.clock)
        start = ForeignStart(attempts: attempts, limit: limit, origin: "http://localhost:3000", clock: clock.clock)
    }

    /// A browser with attempts of these ages in seconds.
    private func browser(_ ages: [Int64], session: Int = 0) throws -> CookieJar {
        var jar = CookieJar(["latchkey=\(String(repeating: "x", count: session))"])
        for (number, age) in ages.enumerated() {
            let pending = PendingSignIn.sample(state: "\(number)-state-of-an-attempt", begun: clock.seconds - age)
            jar.store(try attempts.setting(pending, over: jar.cookies, now: clock.seconds))
        }
        return jar
    }

    private func isAllowed(_ site: String?, in jar: CookieJar, origin: String? = nil) throws -> Bool {
        var fields: HTTPFields = [.cookie: jar.header]
        fields[.secFetchSite] = site
        fields[.origin] = origin
        let setting = try attempts.setting(.sample(begun: clock.seconds), over: jar.cookies, now: clock.seconds)
        return start.isAllowed(InProcess.request(.get, "/sign-in", fields), setting: setting, over: jar.cookies)
    }

    @Test("A page of another site can't drop a young attempt", arguments: ["cross-site", "same-site", "unknown"])
    func foreign(_ site: String) throws {
        #expect(try isAllowed(site, in: try browser([])))
        #expect(try isAllowed(site, in: try browser([59, 30, 0])))
        #expect(try !isAllowed(site, in: try browser([59, 30, 10, 0])))
    }

    @Test("An attempt that is a minute old makes room for it") func old() throws {
        #expect(try isAllowed("cross-site", in: try browser([60, 30, 10, 0])))
        #expect(try isAllowed("cross-site", in: try browser([30, 500, 10, 0])))
    }

    @Test("The user's own start is always allowed", arguments: ["same-origin", "none", nil] as [String?]) func own(
        _ site: String?
    ) throws {
        #expect(try isAllowed(site, in: try browser([3, 2, 1, 0], session: 12_000)))
    }

    @Test("Next to a large session one young attempt is enough to refuse it, if not both fit") func large() throws {
        #expect(try isAllowed("cross-site", in: try browser([1], session: 12_000)))
        #expect(try !isAllowed("cross-site", in: try browser([1], session: 12_800)))
        #expect(try isAllowed("cross-site", in: try browser([61], session: 12_800)))
    }
}
