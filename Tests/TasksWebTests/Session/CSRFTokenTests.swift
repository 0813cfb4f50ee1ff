import OpenIDConnect
import SealedCookies
import SessionRegistry
import Testing

@testable import TasksWeb

@Suite struct CSRFTokenTests {
    private let now = TestClock.start
    private let session = Session.sample()

    @Test("A token comes back, and is sealed anew each time") func roundTrip() throws {
        let codec = try SealedCookieCodec.test()
        let sealed = try (0..<2).map { _ in try CSRFToken(session).sealed(codec: codec, until: session.end) }
        #expect(sealed[0] != sealed[1])
        for text in sealed {
            #expect(CSRFToken(opening: text, codec: codec, now: now) == CSRFToken(session))
            #expect(text.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        }
    }

    @Test("Another session's, person's or issuer's token is another") func others() {
        for change in [
            { $0.handle = .init() }, { $0.user = .sample("bob") },
            { $0.user = .sample("alice", issuer: "https://evil.example") },
            { $0.user = .sample("lice", issuer: FakeAuthority.issuer + "a") },
        ] as [@Sendable (inout Session) -> Void] {
            var other = session
            change(&other)
            (other.issuer, other.subject) = (other.user.space, other.user.value)
            #expect(CSRFToken(other) != CSRFToken(session))
            #expect(!CSRFToken(other).belongs(to: session) && CSRFToken(session).belongs(to: session))
        }
    }

    @Test("Policies with an issuer each have one user") func policies() {
        var other = session
        (other.issuer, other.policy) = ("https://id.example/sign-up", "b2c_1_sign_up")
        #expect(CSRFToken(other) == CSRFToken(session))
    }

    @Test("A token of an earlier version, with the digest of issuer and subject, belongs to its session and user")
    func earlierVersion() throws {
        let codec = try SealedCookieCodec.test()
        // The beginning of SHA-256 over `https://id.example`, NUL and `alice`.
        let digest: [UInt8] = [0x88, 0x60, 0xD8, 0xB1, 0xC8, 0xA8]
        let text = try codec.seal(
            session.handle.bytes.prefix(6) + digest, purpose: "latchkey csrf", expires: session.end)
        let token = try #require(CSRFToken(opening: text, codec: codec, now: now))
        #expect(token.belongs(to: session))
        #expect(CSRFToken.isPerson(token.person, of: .sample()))
        #expect(!token.belongs(to: .sample()), "another session")
        var bob = session
        (bob.subject, bob.user) = ("bob", .sample("bob"))
        #expect(!token.belongs(to: bob) && !CSRFToken.isPerson(token.person, of: bob))
    }

    @Test("On a page the person's mark tells namesakes apart, and holds no more than that") func personMark() {
        var namesake = session
        namesake.user = .sample("another")
        let mark = CSRFToken(session).personMark
        #expect(mark.utf8.count == 4 && mark != CSRFToken(namesake).personMark)
        var later = session
        later.handle = .init()
        #expect(mark == CSRFToken(later).personMark)
    }

    @Test("Tokens refreshed in the session leave it as it is") func sameAfterRefresh() {
        var next = session
        (next.generation, next.accessToken, next.refreshToken) = (9, "a", "r")
        #expect(CSRFToken(next) == CSRFToken(session))
    }

    @Test("What is too old, of another key or purpose, changed, or nothing of ours does not open") func refused() throws
    {
        let codec = try SealedCookieCodec.test()
        let text = try CSRFToken(session).sealed(codec: codec, until: session.end)
        #expect(CSRFToken(opening: text, codec: codec, now: session.end) != nil)
        #expect(CSRFToken(opening: text, codec: codec, now: session.end + 86_400) == nil)
        #expect(CSRFToken(opening: text, codec: try .test(8), now: now) == nil)
        for odd in ["", "x", text + "A", String(text.dropLast()), text + "=", " " + text] {
            #expect(CSRFToken(opening: odd, codec: codec, now: now) == nil)
        }
        let payload = CSRFToken(session).handle + CSRFToken(session).person
        let purpose = try codec.seal(payload, purpose: "latchkey refresh", expires: session.end)
        let cookie = try #require(try codec.seal(payload, name: "latchkey csrf", expires: session.end).first?.value)
        let short = try codec.seal(Array(payload.dropLast()), purpose: "latchkey csrf", expires: session.end)
        let long = try codec.seal(payload + [0], purpose: "latchkey csrf", expires: session.end)
        for odd in [purpose, cookie, short, long] {
            #expect(CSRFToken(opening: odd, codec: codec, now: now) == nil)
        }
    }
}
