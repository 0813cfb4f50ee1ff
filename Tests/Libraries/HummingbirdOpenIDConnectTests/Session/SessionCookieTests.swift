import SealedCookies
import SiteTesting
import TestSupport
import Testing

@testable import HummingbirdOpenIDConnect

@Suite struct SessionCookieTests {
    private let sample: Sample
    private let site: WebSignIn

    init() throws {
        sample = try Sample()
        site = try sample.site(options: SignInOptions(cookieName: "latchkey"))
    }

    private func session(_ length: Int) -> Session {
        .sample(token: AccessToken(String(repeating: "x", count: length), expires: nil, margin: 0))
    }

    private func setting(_ session: Session, over jar: CookieJar = CookieJar()) throws -> [String] {
        try site.sessionCookie.setting(session, now: sample.now, over: jar.cookies)
    }

    private func opened(_ jar: CookieJar, at site: WebSignIn? = nil, now: Int64 = TestClock.start) -> Session? {
        (site ?? self.site).sessionCookie.cookie.payload(in: jar.cookies, now: now).flatMap { Session(bytes: $0) }
    }

    private func bytes(_ fields: [String]) -> Int {
        fields.reduce(0) { $0 + $1.prefix { $0 != ";" }.utf8.count }
    }

    @Test("A session comes back from its cookie until its end, which the cookie's age says") func roundTrip() throws {
        let session = Session.sample()
        let fields = try setting(session)
        #expect(fields.count == 1 && fields[0].hasSuffix("; Max-Age=40000; Path=/; HttpOnly; SameSite=Lax"))
        #expect(opened(CookieJar(fields)) == session)
        #expect(opened(CookieJar(fields), now: session.expires - 1) == session)
        #expect(opened(CookieJar(fields), now: session.expires) == nil)
    }

    @Test("Nothing of the session can be read in its cookie") func opaque() throws {
        let text = try setting(session(900)).joined()
        #expect(!text.contains("xxxxxx") && !text.contains("alice"))
    }

    @Test("A long session continues in further cookies of 4,096 bytes at most", arguments: [2000, 3500, 6000, 8000])
    func chunks(_ length: Int) throws {
        let fields = try setting(session(length))
        #expect(fields.count > 1 || length < 3000)
        #expect(fields.enumerated().allSatisfy { $1.hasPrefix($0 == 0 ? "latchkey=" : "latchkey.\($0)=") })
        #expect(fields.allSatisfy { bytes([$0]) <= 4096 })
        #expect(opened(CookieJar(fields))?.accessToken.text.count == length)
    }

    @Test("The cookies that a longer session has left are expired, and no other cookie") func leftovers() throws {
        var jar = CookieJar(try setting(session(8000)))
        #expect(jar.count == 3)
        jar.store(["latchkey-language=de", "latchkey-sign-in.abc=x", "latchkey.x=1", "latchkeyed=1"])
        let fields = try setting(.sample(), over: jar)
        #expect(fields.dropFirst().map { String($0.prefix { $0 != ";" }) }.sorted() == ["latchkey.1=", "latchkey.2="])
        jar.store(fields)
        #expect(opened(jar) != nil)
        let expired = site.sessionCookie.cookie.expiring(in: jar.cookies).map { String($0.prefix { $0 != "=" }) }
        #expect(expired == ["latchkey"])
    }

    @Test("The limit is exact to the byte: a session that fits is below 11 KiB, and one more byte of the token fails")
    func limit()
        throws
    {
        var largest = 0
        for length in 7600...8400 {
            guard let fields = try? setting(session(length)) else { break }
            largest = length
            #expect(bytes(fields) < 11 * 1024)
        }
        #expect((7900..<8400).contains(largest), "the longest token was \(largest) bytes")
        #expect { try setting(session(largest + 1)) } throws: { ($0 as? SignInError)?.kind == .sessionTooLarge }
    }

    @Test("A session's cookie doesn't open if it is changed, of another key, or of another name") func refused() throws
    {
        let jar = CookieJar(try setting(.sample()))
        let value = try #require(jar["latchkey"])
        for place in stride(from: 0, to: value.count, by: 7) {
            var characters = Array(value)
            characters[place] = characters[place] == "A" ? "B" : "A"
            #expect(opened(CookieJar(["latchkey=\(String(characters))"])) == nil)
        }
        #expect(
            opened(jar, at: try sample.site(codec: .sample(8), options: SignInOptions(cookieName: "latchkey"))) == nil)
        #expect(opened(CookieJar(["session=\(value)"]), at: try sample.site()) == nil)
    }

    @Test("A session's cookies don't open if they are mixed up, missing or of two sessions") func mixedParts() throws {
        let one = CookieJar(try setting(session(8000)))
        let two = CookieJar(try setting(session(8000)))
        func opens(_ change: (inout CookieJar) -> Void) -> Bool {
            var jar = one
            change(&jar)
            return opened(jar) != nil
        }
        #expect(opens { _ in })
        for name in one.keys {
            #expect(!opens { $0[name] = nil })
            #expect(!opens { $0[name] = two[name] ?? "" })
        }
        #expect(!opens { ($0["latchkey.1"], $0["latchkey.2"]) = (one["latchkey.2"], one["latchkey.1"]) })
    }
}
