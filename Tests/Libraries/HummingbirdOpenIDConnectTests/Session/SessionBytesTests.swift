import Encodings
import HTTPTypes
import OpenIDConnect
import SessionStorage
import SiteTesting
import TestSupport
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect

@Suite struct SessionBytesTests {
    @Test(
        "A session's bytes are read as they were written",
        arguments: [
            Session.sample(), .sparse(), .sample(name: ""), .sample(name: "\0\u{FEFF}\u{10FFFF}"),
            .sample(policy: ""), .sample(token: AccessToken("", expires: 0 as Int64, margin: 255)),
            .sample(token: AccessToken(String(repeating: "ä", count: 40_000), expires: .max, margin: 0)),
            .sample(user: .sample("e\u{301} x", issuer: "a\0b c")), .sample(user: .sample("bob")), .bound,
        ])
    func roundTrip(_ session: Session) {
        #expect(Session(bytes: session.bytes) == session)
    }

    @Test(
        "An access token comes back byte by byte, whether or not it looks like a JWT",
        arguments: [
            "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl", "", ".", "..", "a.b.c", "eyJ9", "eyJ9.", ".eyJ9",
            "eyJhbGciOiJkaXIifQ..aXY.Y2lwaGVy.dGFn", "eyJ9=.eyJ9", "eyJ9.AB", "eyJ9.A", "opaque token", "eyJ9.ey\n9",
            "....", "eyJ9.eyJ9.eyJ9.eyJ9.eyJ9", "eyJ9.eyJ9", "eyJ9.eyJ9.ey\u{E9}9", "eyJ9.eyJ9.AB", "a+b/c",
            "eyJ9..\(String(repeating: "A", count: 65_528))", "eyJ9..\(String(repeating: "A", count: 65_536))",
        ])
    func tokens(_ text: String) {
        let session = Session.sample(token: AccessToken(text, expires: TestClock.start, margin: 60))
        let bytes = session.bytes
        #expect(Session(bytes: bytes)?.accessToken.text.utf8.elementsEqual(text.utf8) == true)
        for count in (bytes.count - 40)..<bytes.count { #expect(Session(bytes: Array(bytes.prefix(count))) == nil) }
    }

    @Test(
        "Bytes that are cut off anywhere, go on, or have another layout are no session",
        arguments: [Session.sample(), .sparse(), .bound])
    func others(_ session: Session) {
        let bytes = session.bytes
        for count in 0..<bytes.count { #expect(Session(bytes: Array(bytes.prefix(count))) == nil, "\(count) bytes") }
        #expect(Session(bytes: bytes + [0]) == nil)
        for layout in [0, 3, 4, 255] as [UInt8] { #expect(Session(bytes: [layout] + bytes.dropFirst()) == nil) }
    }

    @Test("A session's bytes with one byte changed are another session or none", arguments: [Session.sample(), .bound])
    func everyByte(_ session: Session) {
        let bytes = session.bytes
        for place in bytes.indices {
            for flip in [0x01, 0x80, 0xFF] as [UInt8] {
                var changed = bytes
                changed[place] ^= flip
                #expect(Session(bytes: changed) != session, "byte \(place)")
            }
        }
    }

    @Test(
        "A session that is used has the bytes of one with that last use, whether it was read or made",
        arguments: [Session.sample(), .sparse(), .bound])
    func use(_ session: Session) throws {
        let read = try #require(Session(bytes: session.bytes))
        for time in [session.lastUsed, session.lastUsed + 61, session.expires, session.started, session.started - 5] {
            let expected = session.with { $0.lastUsed = time }
            #expect(read.used(at: time) == expected)
            #expect(read.used(at: time).bytes == expected.bytes)
            #expect(session.used(at: time).bytes == expected.bytes)
            #expect(read.used(at: time).with { $0.name = "Ann" }.bytes == expected.with { $0.name = "Ann" }.bytes)
        }
    }

    @Test("A session in the layout before is read, goes on to be used, and is bound to no device") func layoutBefore()
        throws
    {
        let session = Session.sample()
        // A session that has nothing new is written so as well, for processes of the version before.
        #expect(session.bytes.first == 5 && Session.bound.bytes.first == 6)
        let read = try #require(Session(bytes: session.bytes))
        #expect(read == session && read.binding == .unbound)
        #expect(Session(bytes: read.used(at: TestClock.start).bytes)?.lastUsed == TestClock.start)
        #expect(read.with { $0.binding = .offered }.bytes.first == 6)
    }

    @Test("Random bytes are no session") func noise() {
        var generator = SeededGenerator(seed: 1)
        for count in 0..<2000 { #expect(Session(bytes: [6] + generator.bytes(count % 300)) == nil) }
    }

    @Test("With a JWT of 900 bytes as access token the cookie has at most 1.4 KB") func size() throws {
        var generator = SeededGenerator(seed: 1)
        let token = [60, 400, 212].map { Base64URL.encode(generator.bytes($0)) }.joined(separator: ".")
        #expect(token.utf8.count == 899)
        let issuer = "https://tenant-of-b2c.b2clogin.com/f4b1c4a2-1c1d-4b5e-8f2a-3d9b6a7c8e90/v2.0/"
        let subject = "0b8f1a52-6f0e-4f0d-9f0a-2f1a7a3d5c11"
        let session = Session.sample(
            name: "Alexandra Example", policy: "b2c_1_sign_in",
            user: try #require(
                UserKey(
                    kind: .objectID, space: "https://tenant-of-b2c.b2clogin.com/tenant-of-b2c.onmicrosoft.com",
                    value: subject)),
            issuer: issuer, token: AccessToken(token, expires: TestClock.start, margin: 60))
        let site = try Sample().site()
        let fields = try site.sessionCookie.setting(session, now: TestClock.start, over: RequestCookies([:]))
        let bytes = fields.reduce(0) { $0 + $1.utf8.prefix { $0 != UInt8(ascii: ";") }.count }
        #expect(bytes <= 1400, "\(bytes) bytes")
    }
}
