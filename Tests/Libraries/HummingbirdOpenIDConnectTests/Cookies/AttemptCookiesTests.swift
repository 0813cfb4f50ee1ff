import HTTPTypes
import OpenIDConnect
import SealedCookies
import SiteTesting
import TestSupport
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect

@Suite struct AttemptCookiesTests {
    private let now = TestClock.start
    private let cookies: AttemptCookies

    init() throws {
        cookies = AttemptCookies(
            prefix: "__Host-latchkey-sign-in.", attributes: CookieAttributes(isOverHTTPS: true), codec: try .sample())
    }

    private func state(_ number: Int) -> String { "\(number)-state-of-a-sign-in-that-is-long-enough" }

    private func start(_ number: Int, at seconds: Int64 = 0, in jar: inout CookieJar) throws {
        let pending = StoredAttempt.sample(state: state(number), started: now + seconds)
        jar.store(try cookies.setting(pending, over: jar.cookies, now: now + seconds))
    }

    @Test("An attempt is found by its state, for ten minutes") func roundTrip() throws {
        let pending = StoredAttempt.sample()
        let fields = try cookies.setting(pending, over: RequestCookies([:]), now: now)
        #expect(fields.count == 1)
        #expect(fields[0].hasSuffix("; Max-Age=600; Path=/; HttpOnly; SameSite=Lax; Secure"))
        let jar = CookieJar(fields)
        #expect(cookies.pending(state: pending.attempt.state, in: jar.cookies, now: now + 599) == pending)
        #expect(cookies.pending(state: pending.attempt.state, in: jar.cookies, now: now + 600) == nil)
    }

    @Test("Neither the whole state, nor nonce, nor verifier can be read in a sign-in's cookie") func opaque() throws {
        let fields = try cookies.setting(.sample(), over: RequestCookies([:]), now: now).joined()
        #expect(!fields.contains("state-0123456789"))
        #expect(!fields.contains("nonce"))
        #expect(!fields.contains("verifier"))
    }

    @Test(
        "An attempt isn't found by another state, even if its start is the same",
        arguments: [
            "", "state-012345", "state-0123456789-abcdefghijklmnopqrstuvwxyy",
            "state-0123456789-abcdefghijklmnopqrstuvwxyz0",
            "state-0123456789-abcdefghijklmnopqrstuvwxyz ", "STATE-0123456789-abcdefghijklmnopqrstuvwxyz", "x",
        ])
    func otherState(_ state: String) throws {
        let jar = CookieJar(try cookies.setting(.sample(), over: RequestCookies([:]), now: now))
        #expect(cookies.pending(state: state, in: jar.cookies, now: now) == nil)
    }

    @Test("The attempts of two tabs have cookies of their own") func twoTabs() throws {
        var jar = CookieJar()
        try start(1, in: &jar)
        try start(2, at: 1, in: &jar)
        #expect(jar.count == 2)
        for number in 1...2 {
            #expect(
                cookies.pending(state: state(number), in: jar.cookies, now: now + 1)?.attempt.state == state(number))
        }
    }

    @Test("Of more than four attempts the oldest is dropped") func limit() throws {
        var jar = CookieJar()
        for number in 0..<7 { try start(number, at: Int64(number), in: &jar) }
        #expect(jar.count == 4)
        for number in 0..<7 {
            #expect(
                (cookies.pending(state: state(number), in: jar.cookies, now: now + 7) != nil) == (number >= 3),
                "sign-in \(number)")
        }
    }

    @Test("However many attempts a browser has, four are left") func flood() throws {
        var jar = CookieJar()
        for number in 0..<50 {
            let pending = StoredAttempt.sample(state: state(number), started: now)
            jar.store(try cookies.setting(pending, over: RequestCookies([:]), now: now))
        }
        jar.store((0..<50).map { "__Host-latchkey-sign-in.junk\($0)=x" })
        try start(99, in: &jar)
        #expect(jar.count == 4)
        #expect(cookies.pending(state: state(99), in: jar.cookies, now: now) != nil)
    }

    @Test("An attempt's cookie that doesn't open takes no place, and expires") func junk() throws {
        var jar = CookieJar()
        for number in 0..<3 { try start(number, in: &jar) }
        jar.store(["__Host-latchkey-sign-in.junk=x", "__Host-latchkey-sign-in.=", "__Host-latchkey=session", "other=1"])
        try start(3, at: 1, in: &jar)
        for number in 0..<4 { #expect(cookies.pending(state: state(number), in: jar.cookies, now: now + 1) != nil) }
        #expect(Set(jar.keys).isSuperset(of: ["__Host-latchkey", "other"]))
        #expect(jar.count == 6)
    }

    @Test("An attempt isn't found in another sign-in's cookie under its name") func renamed() throws {
        let fields = try cookies.setting(.sample(state: "other-state-0123456789"), over: RequestCookies([:]), now: now)
        let value = try #require(CookieJar(fields).first?.value)
        let name = try #require(
            CookieJar(try cookies.setting(.sample(), over: RequestCookies([:]), now: now)).keys.first)
        #expect(
            cookies.pending(
                state: StoredAttempt.sample().attempt.state, in: CookieJar(["\(name)=\(value)"]).cookies, now: now)
                == nil)
    }

    @Test("Two states with the same start share a cookie, which has the later one") func sameTag() throws {
        var jar = CookieJar()
        for number in 0..<3 { try start(number, in: &jar) }
        jar.store(try cookies.setting(.sample(state: "same-start-01"), over: jar.cookies, now: now))
        jar.store(try cookies.setting(.sample(state: "same-start-02"), over: jar.cookies, now: now))
        #expect(jar.count == 4)
        #expect(cookies.pending(state: "same-start-01", in: jar.cookies, now: now) == nil)
        #expect(cookies.pending(state: "same-start-02", in: jar.cookies, now: now) != nil)
    }

    @Test(
        "A character that no state has never gets into a cookie's name",
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
        for number in 0..<3 { try start(number, in: &jar) }
        jar.store([cookies.expiring(state: state(1))])
        #expect(cookies.pending(state: state(1), in: jar.cookies, now: now) == nil)
        #expect(jar.count == 2)
        jar.store(["latchkey-language=de"])
        jar.store(cookies.expiringAll(in: jar.cookies))
        #expect(Array(jar.keys) == ["latchkey-language"])
    }

    @Test("A sign-in with the longest way back fits one cookie") func longest() throws {
        let path = "/" + String(repeating: "x", count: LocalPath.maximumBytes - 1)
        let pending = StoredAttempt.sample(returnTo: path)
        let fields = try cookies.setting(pending, over: RequestCookies([:]), now: now)
        #expect(fields.count == 1 && fields[0].utf8.count < 4096)
        #expect(cookies.pending(state: pending.attempt.state, in: CookieJar(fields).cookies, now: now) == pending)
    }
}
