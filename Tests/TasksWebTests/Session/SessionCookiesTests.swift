import SealedCookies
import Testing

@testable import TasksWeb

@Suite struct SessionCookiesTests {
    private let now = TestClock.start
    private let cookies: SessionCookies

    init() throws {
        cookies = SessionCookies(names: SiteCookies(isOverHTTPS: true), codec: try .test(), users: try .test())
    }

    private func setting(_ session: Session, over jar: CookieJar = CookieJar()) throws -> [String] {
        try cookies.setting(session, now: now, over: jar.cookies)
    }

    private func bytes(_ fields: [String]) -> Int {
        fields.reduce(0) { $0 + $1.prefix { $0 != ";" }.utf8.count }
    }

    /// Text that stays as long as it is.
    private func long(_ count: Int) -> String { String(repeating: "x", count: count) }

    @Test("A session comes back from its cookies, until its end") func roundTrip() throws {
        let session = Session.sample()
        let jar = CookieJar(try setting(session))
        #expect(Set(jar.values.keys) == ["__Host-latchkey"])
        #expect(cookies.session(in: jar.cookies, now: now) == session)
        #expect(cookies.session(in: jar.cookies, now: session.end - 1) == session)
        #expect(cookies.session(in: jar.cookies, now: session.end) == nil)
    }

    @Test("The cookie lasts to the session's end") func maxAge() throws {
        let fields = try setting(.sample { $0.end = TestClock.start + 1234 })
        #expect(fields.allSatisfy { $0.contains("; Max-Age=1234; Path=/; HttpOnly; SameSite=Lax; Secure") })
    }

    @Test("Nothing of the session can be read in its cookie") func opaque() throws {
        let text = try setting(.sample { $0.accessToken = long(3000) }).joined()
        #expect(!text.contains("xxxxxx"))
        #expect(!text.contains("alice"))
    }

    @Test("A long session goes on in further cookies of 4,096 bytes at most", arguments: [2800, 3500, 6000, 8500])
    func chunks(
        _ length: Int
    ) throws {
        let session = Session.sample { $0.idToken = long(length) }
        let fields = try setting(session)
        #expect(fields.count > 1 || length < 3000)
        #expect(
            fields.enumerated().allSatisfy { $1.hasPrefix($0 == 0 ? "__Host-latchkey=" : "__Host-latchkey.\($0)=") })
        #expect(fields.allSatisfy { bytes([$0]) <= 4096 })
        #expect(bytes(fields) < 12 * 1024)
        #expect(cookies.session(in: CookieJar(fields).cookies, now: now) == session)
    }

    @Test("Chunks that a longer session has left are taken away, and no other cookie") func leftovers() throws {
        var jar = CookieJar(try setting(.sample { $0.idToken = long(8500) }))
        #expect(jar.values.count == 3)
        jar.store([
            "latchkey-language=de", "__Host-latchkey-sign-in.abc=x", "__Host-latchkey.x=1", "__Host-latchkeyed=1",
        ])
        let fields = try setting(.sample(), over: jar)
        #expect(
            fields.dropFirst().sorted() == [
                "__Host-latchkey.1=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure",
                "__Host-latchkey.2=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure",
            ])
        jar.store(fields)
        #expect(cookies.session(in: jar.cookies, now: now) != nil)
    }

    @Test("A session that ends takes each of its cookies away") func expiring() throws {
        let jar = CookieJar(try setting(.sample { $0.idToken = long(8500) }) + ["other=1"])
        let names = cookies.expiring(in: jar.cookies).map { String($0.prefix { $0 != "=" }) }
        #expect(names.sorted() == ["__Host-latchkey", "__Host-latchkey.1", "__Host-latchkey.2"])
        #expect(cookies.expiring(in: CookieJar(["other=1"]).cookies).isEmpty)
    }

    @Test("Of too much, UserInfo is left out first, then the ID token") func whatIsLeftOut() throws {
        func kept(_ change: (inout Session) -> Void) throws -> Session? {
            let fields = try setting(.sample(change))
            #expect(bytes(fields) < 12 * 1024)
            return cookies.session(in: CookieJar(fields).cookies, now: now)
        }
        let both = try kept { ($0.idToken, $0.userInfo) = (long(4000), long(4000)) }
        #expect(both?.idToken?.count == 4000 && both?.userInfo?.count == 4000)
        let onlyIDToken = try kept { ($0.idToken, $0.userInfo) = (long(4000), long(6000)) }
        #expect(onlyIDToken?.idToken?.count == 4000 && onlyIDToken?.userInfo == nil)
        let neither = try kept { ($0.idToken, $0.userInfo) = (long(9000), long(9000)) }
        #expect(neither?.idToken == nil && neither?.userInfo == nil)
        #expect(neither?.accessToken == "access-0" && neither?.refreshToken == "refresh-0")
    }

    @Test("A session whose tokens alone are too much is refused") func tooLarge() async {
        await expectPageError(.sessionTooLarge) { try setting(.sample { $0.accessToken = long(9300) }) }
    }

    @Test("The limit is kept to the byte: what fits is below 12 KiB, and one more token byte on fails") func limit()
        throws
    {
        var largest = 0
        for length in 8500...9300 {
            guard let fields = try? setting(.sparse { $0.accessToken = long(length) }) else { break }
            largest = length
            #expect(bytes(fields) < 12 * 1024)
        }
        #expect((8700..<9300).contains(largest), "the longest token was \(largest) bytes")
        #expect(throws: PageError.self) { try setting(.sparse { $0.accessToken = long(largest + 1) }) }
    }

    @Test("A changed cookie, one of another key, and one of another name don't open") func refused() throws {
        let fields = try setting(.sample())
        let jar = CookieJar(fields)
        let value = try #require(jar.values["__Host-latchkey"])
        for place in stride(from: 0, to: value.count, by: 7) {
            var characters = Array(value)
            characters[place] = characters[place] == "A" ? "B" : "A"
            #expect(cookies.session(in: CookieJar(["__Host-latchkey=\(String(characters))"]).cookies, now: now) == nil)
        }
        let stranger = SessionCookies(names: SiteCookies(isOverHTTPS: true), codec: try .test(8), users: try .test())
        #expect(stranger.session(in: jar.cookies, now: now) == nil)
        let plain = SessionCookies(names: SiteCookies(isOverHTTPS: false), codec: try .test(), users: try .test())
        #expect(plain.session(in: CookieJar(["latchkey=\(value)"]).cookies, now: now) == nil)
    }

    @Test("Chunks that are mixed up, missing or of two sessions don't open") func mixedChunks() throws {
        let one = CookieJar(try setting(.sample { $0.idToken = long(8500) })).values
        let two = CookieJar(try setting(.sample { $0.idToken = long(8500) })).values
        func opens(_ values: [String: String]) -> Bool {
            cookies.session(in: CookieJar(values.map { "\($0.key)=\($0.value)" }).cookies, now: now) != nil
        }
        #expect(opens(one))
        for name in one.keys {
            #expect(!opens(one.filter { $0.key != name }))
            #expect(!opens(one.merging([name: two[name] ?? ""]) { $1 }))
        }
        #expect(
            !opens(
                one.merging([
                    "__Host-latchkey.1": one["__Host-latchkey.2"] ?? "",
                    "__Host-latchkey.2": one["__Host-latchkey.1"] ?? "",
                ]) {
                    $1
                }))
    }
}
