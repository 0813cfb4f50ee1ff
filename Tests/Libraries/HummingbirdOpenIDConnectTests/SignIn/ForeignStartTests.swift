import HTTPTypes
import SealedCookies
import SiteTesting
import TestSupport
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect

@Suite struct ForeignStartTests {
    private let sample: Sample
    private let site: WebSignIn
    private let starter: SignInStarter

    init() throws {
        sample = try Sample()
        site = try sample.site(options: SignInOptions(cookieName: "latchkey"))
        starter = site.starter(at: try #require(site.listed.first))
    }

    /// A browser with attempts of these ages in seconds.
    private func browser(_ ages: [Int64], session: Int = 0) throws -> CookieJar {
        var jar = CookieJar(["latchkey=\(String(repeating: "x", count: session))"])
        for (number, age) in ages.enumerated() {
            let attempt = StoredAttempt.sample(state: "\(number)-state-of-an-attempt", started: sample.now - age)
            jar.store(try site.attempts.setting(attempt, over: jar.cookies, now: sample.now))
        }
        return jar
    }

    private func isAllowed(_ source: String?, in jar: CookieJar) throws -> Bool {
        var fields: HTTPFields = [.cookie: jar.field]
        fields[.secFetchSite] = source
        let setting = try site.attempts.setting(.sample(started: sample.now), over: jar.cookies, now: sample.now)
        return starter.mayStart(.get("/sign-in", fields), setting: setting, over: jar.cookies)
    }

    @Test("A page of another site can't drop a young attempt", arguments: ["cross-site", "same-site", "unknown"])
    func foreign(_ site: String) throws {
        #expect(try isAllowed(site, in: try browser([])))
        #expect(try isAllowed(site, in: try browser([59, 30, 0])))
        #expect(try !isAllowed(site, in: try browser([59, 30, 10, 0])))
    }

    @Test("An attempt that is a minute old makes room for one that another site starts") func old() throws {
        #expect(try isAllowed("cross-site", in: try browser([60, 30, 10, 0])))
        #expect(try isAllowed("cross-site", in: try browser([30, 500, 10, 0])))
    }

    @Test("The user's own start is always allowed", arguments: ["same-origin", "none", nil] as [String?]) func own(
        _ site: String?
    ) throws {
        #expect(try isAllowed(site, in: try browser([3, 2, 1, 0], session: 12_000)))
    }

    @Test("Next to a large session one young attempt is enough to refuse another site's start, if not both fit")
    func large() throws {
        #expect(try isAllowed("cross-site", in: try browser([1], session: 12_000)))
        #expect(try !isAllowed("cross-site", in: try browser([1], session: 12_800)))
        #expect(try isAllowed("cross-site", in: try browser([61], session: 12_800)))
    }
}
