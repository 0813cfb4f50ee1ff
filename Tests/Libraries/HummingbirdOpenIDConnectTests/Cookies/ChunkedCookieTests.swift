import HTTPTypes
import SealedCookies
import SiteTesting
import TestSupport
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect

@Suite struct ChunkedCookieTests {
    private let cookie: ChunkedCookie

    init() throws {
        cookie = ChunkedCookie(name: "s", attributes: CookieAttributes(isOverHTTPS: true), codec: try .sample())
    }

    @Test("The cookies of a payload are the one of its name and its numbered continuations, each once") func parts() {
        let cookies = RequestCookies([.cookie: "s.1=a; s=b; s.12=c; s=d"])
        #expect(cookie.present(in: cookies) == ["s.1", "s", "s.12"])
    }

    /// The cookies of a payload of one byte, repeated, as a browser sends them.
    private func cookies(_ byte: UInt8, count: Int = 10, _ codec: SealedCookieCodec? = nil) throws -> [String] {
        let payload = Array(repeating: byte, count: count)
        return try (codec ?? .sample()).seal(payload, name: "s", expires: TestClock.start + 60).map {
            "\($0.name)=\($0.value)"
        }
    }

    /// The byte of the payload that counts.
    private func byte(_ parts: [[String]]) -> UInt8? {
        let cookies = RequestCookies([.cookie: parts.joined().joined(separator: "; ")])
        return cookie.payload(in: cookies, now: TestClock.start)?.first
    }

    @Test("Of several cookies of one name the first that opens counts") func several() throws {
        let stale = try cookies(9, SealedCookieCodec.sample(8))
        let (one, two) = (try cookies(1), try cookies(2))
        #expect(byte([one, two]) == 1 && byte([two, one]) == 2)
        #expect(byte([stale, one]) == 1 && byte([["s=x", "s=", "s"], stale, one, two]) == 1)
        #expect(byte([stale, ["s=x"]]) == nil)
    }

    @Test("Of several payloads of many parts the first whose parts are there counts") func severalParts() throws {
        let stale = try cookies(9, count: 7000, SealedCookieCodec.sample(8))
        let (one, two) = (try cookies(1, count: 5000), try cookies(2, count: 8000))
        #expect(stale.count == 3 && one.count == 2 && two.count == 3)
        #expect(byte([stale, one]) == 1 && byte([stale, two]) == 2)
        #expect(byte([one, two]) == 1 && byte([two, one]) == 2)
        let grouped = ["s=", "s.1=", "s.2="].flatMap { name in (stale + two + one).filter { $0.hasPrefix(name) } }
        #expect(byte([grouped]) == 2)
        #expect(byte([Array(one.dropLast()), two]) == 2, "a payload without its rest doesn't open")
    }

    @Test("A payload that opens without a value is passed over for the next one") func read() throws {
        let cookies = RequestCookies([.cookie: try (cookies(1) + cookies(2)).joined(separator: "; ")])
        #expect(cookie.first(in: cookies, now: TestClock.start) { $0.first == 2 ? 2 : nil } == 2)
        #expect(cookie.first(in: cookies, now: TestClock.start) { $0.first == 3 ? 3 : nil } == nil)
    }

    @Test("However many cookies of one name there are, few of their combinations are tried") func bound() throws {
        let parts = try cookies(1, count: 5000)
        for (stale, expected) in [(10, 1), (100, nil)] as [(Int, UInt8?)] {
            #expect(byte([Array(repeating: "s.1=x", count: stale), parts]) == expected)
        }
    }

    @Test(
        "Cookies whose names only start alike don't belong to a payload",
        arguments: ["s-rounds", "s-kept.1", "sx", "s1", "s.x", "s.1x", "s.-1", "s.1.2", "s.\u{663}", "S", "S.1", ""])
    func others(_ name: String) {
        #expect(cookie.present(in: RequestCookies([.cookie: "\(name)=a"])) == [])
        #expect(cookie.expiring(in: RequestCookies([.cookie: "\(name)=a"])) == [])
    }
}
