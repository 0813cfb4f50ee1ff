import HTTPTypes
import OpenIDConnect
import SealedCookies
import TestSupport
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect

@Suite struct AttemptCookiesTests {
    private let now = Sample.start
    private let cookies: AttemptCookies

    init() throws {
        cookies = AttemptCookies(
            prefix: "__Host-latchkey-sign-in.", attributes: CookieAttributes(isOverHTTPS: true), codec: try .sample())
    }

    private func state(_ number: Int) -> String { "\(number)-state-of-a-sign-in-that-is-long-enough" }

    private func begin(_ number: Int, at seconds: Int64 = 0, in jar: inout CookieJar) throws {
        let pending = StoredAttempt.sample(state: state(number), started: now + seconds)
        jar.store(try cookies.setting(pending, over: jar.cookies, now: now + seconds))
    }

    @Test("A sign-in is found by its state, for ten minutes") func roundTrip() throws {
        let pending = StoredAttempt.sample()
        let fields = try cookies.setting(pending, over: RequestCookies([:]), now: now)
        #expect(fields.count == 1)
        #expect(fields[0].hasSuffix("; Max-Age=600; Path=/; HttpOnly; SameSite=Lax; Secure"))
        let jar = CookieJar(fields)
        #expect(cookies.pending(state: pending.attempt.state, in: jar.cookies, now: now + 599) == pending)
        #expect(cookies.pending(state: pending.attempt.state, in: jar.cookies, now: now + 600) == nil)
    }

    @Test("Neither the state as a whole, nor nonce, nor verifier can be read in the cookie") func opaque() throws {
        let fields = try cookies.setting(.sample(), over: RequestCookies([:]), now: now).joined()
        #expect(!fields.contains("state-0123456789"))
        #expect(!fields.contains("nonce"))
        #expect(!fields.contains("verifier"))
    }

    @Test(
        "Another state finds nothing, also one with the same beginning",
        arguments: [
            "", "state-012345", "state-0123456789-abcdefghijklmnopqrstuvwxyy",
            "state-0123456789-abcdefghijklmnopqrstuvwxyz0",
            "state-0123456789-abcdefghijklmnopqrstuvwxyz ", "STATE-0123456789-abcdefghijklmnopqrstuvwxyz", "x",
        ])
    func otherState(_ state: String) throws {
        let jar = CookieJar(try cookies.setting(.sample(), over: RequestCookies([:]), now: now))
        #expect(cookies.pending(state: state, in: jar.cookies, now: now) == nil)
    }

    @Test("Two tabs can sign in at once") func twoTabs() throws {
        var jar = CookieJar()
        try begin(1, in: &jar)
        try begin(2, at: 1, in: &jar)
        #expect(jar.values.count == 2)
        for number in 1...2 {
            #expect(
                cookies.pending(state: state(number), in: jar.cookies, now: now + 1)?.attempt.state == state(number))
        }
    }

    @Test("Of more than four the oldest goes") func limit() throws {
        var jar = CookieJar()
        for number in 0..<7 { try begin(number, at: Int64(number), in: &jar) }
        #expect(jar.values.count == 4)
        for number in 0..<7 {
            #expect(
                (cookies.pending(state: state(number), in: jar.cookies, now: now + 7) != nil) == (number >= 3),
                "sign-in \(number)")
        }
    }

    @Test("However many cookies a browser brings, four are left") func flood() throws {
        var jar = CookieJar()
        for number in 0..<50 {
            let pending = StoredAttempt.sample(state: state(number), started: now)
            jar.store(try cookies.setting(pending, over: RequestCookies([:]), now: now))
        }
        jar.store((0..<50).map { "__Host-latchkey-sign-in.junk\($0)=x" })
        try begin(99, in: &jar)
        #expect(jar.values.count == 4)
        #expect(cookies.pending(state: state(99), in: jar.cookies, now: now) != nil)
    }

    @Test("A cookie that doesn't open takes no place, and expires") func junk() throws {
        var jar = CookieJar()
        for number in 0..<3 { try begin(number, in: &jar) }
        jar.store(["__Host-latchkey-sign-in.junk=x", "__Host-latchkey-sign-in.=", "__Host-latchkey=session", "other=1"])
        try begin(3, at: 1, in: &jar)
        for number in 0..<4 { #expect(cookies.pending(state: state(number), in: jar.cookies, now: now + 1) != nil) }
        #expect(Set(jar.values.keys).isSuperset(of: ["__Host-latchkey", "other"]))
        #expect(jar.values.count == 6)
    }

    @Test("A cookie of another sign-in under this one's name finds nothing") func renamed() throws {
        let fields = try cookies.setting(.sample(state: "other-state-0123456789"), over: RequestCookies([:]), now: now)
        let value = try #require(CookieJar(fields).values.values.first)
        let name = try #require(
            CookieJar(try cookies.setting(.sample(), over: RequestCookies([:]), now: now)).values.keys.first)
        #expect(
            cookies.pending(
                state: StoredAttempt.sample().attempt.state, in: CookieJar(["\(name)=\(value)"]).cookies, now: now)
                == nil)
    }

    @Test("Two states with one beginning share a cookie: the later one has it") func sameTag() throws {
        var jar = CookieJar()
        for number in 0..<3 { try begin(number, in: &jar) }
        jar.store(try cookies.setting(.sample(state: "same-begin-01"), over: jar.cookies, now: now))
        jar.store(try cookies.setting(.sample(state: "same-begin-02"), over: jar.cookies, now: now))
        #expect(jar.values.count == 4)
        #expect(cookies.pending(state: "same-begin-01", in: jar.cookies, now: now) == nil)
        #expect(cookies.pending(state: "same-begin-02", in: jar.cookies, now: now) != nil)
    }

    @Test(
        "What no state of ours is made of never gets into a cookie's name",
        arguments: [
            "a; Domain=evil.example", "a\r\nSet-Cookie: x=1", "ä=ö", "../..", "\"a\"", "a,b", "\0", "٣",
        ])
    func oddStates(_ state: String) {
        let field = cookies.expiring(state: state)
        let name = field.prefix { $0 != "=" }
        #expect(name.hasPrefix("__Host-latchkey-sign-in."))
        #expect(
            name.dropFirst(24).utf8.allSatisfy {
                "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".utf8.contains($0)
            })
        #expect(field.dropFirst(name.count) == "=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure")
        #expect(cookies.pending(state: state, in: RequestCookies([:]), now: now) == nil)
    }

    @Test("The cookies of one sign-in, and of all, expire by name") func expiring() throws {
        var jar = CookieJar()
        for number in 0..<3 { try begin(number, in: &jar) }
        jar.store([cookies.expiring(state: state(1))])
        #expect(cookies.pending(state: state(1), in: jar.cookies, now: now) == nil)
        #expect(jar.values.count == 2)
        jar.store(["latchkey-language=de"])
        jar.store(cookies.expiringAll(in: jar.cookies))
        #expect(Array(jar.values.keys) == ["latchkey-language"])
    }

    @Test("A sign-in with the longest way back fits one cookie") func longest() throws {
        let path = "/" + String(repeating: "x", count: LocalPath.maximumBytes - 1)
        let pending = StoredAttempt.sample(returnTo: path)
        let fields = try cookies.setting(pending, over: RequestCookies([:]), now: now)
        #expect(fields.count == 1 && fields[0].utf8.count < 4096)
        #expect(cookies.pending(state: pending.attempt.state, in: CookieJar(fields).cookies, now: now) == pending)
    }
}
