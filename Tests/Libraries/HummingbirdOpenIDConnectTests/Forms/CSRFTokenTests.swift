import Encodings
import OpenIDConnect
import SealedCookies
import SessionStorage
import SiteTesting
import TestSupport
import Testing

@testable import HummingbirdOpenIDConnect

@Suite struct CSRFTokenTests {
    private let sample: Sample
    private let site: WebSignIn
    private let session = Session.sample()

    init() throws {
        sample = try Sample()
        site = try sample.site(options: SignInOptions(cookieName: "latchkey"))
    }

    private func request(_ session: Session, idleExpired: Session? = nil) -> RequestSession {
        RequestSession(session, unusable: idleExpired, at: site)
    }

    private func session(
        _ user: UserKey = .sample("alice"), id: SessionID? = nil, token: String = "access-0", policy: String? = nil
    ) -> Session {
        Session(
            id: id ?? session.id, authority: "main", policy: policy,
            identity: Identity(issuer: user.space, subject: user.value), user: user, name: "", started: session.started,
            expires: session.expires, lastUsed: session.lastUsed,
            accessToken: AccessToken(token, expires: nil, margin: 0))
    }

    @Test("A CSRF token opens, and is sealed differently each time") func roundTrip() throws {
        let sealed = try (0..<2).map { _ in try #require(try request(session).csrf()).value }
        #expect(sealed[0] != sealed[1])
        for text in sealed {
            #expect(site.csrfTokens.open(text) == CSRFToken(session))
            #expect(text.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        }
        #expect(try RequestSession().csrf() == nil)
    }

    @Test("A CSRF token names the session's authority, which takes room only if it isn't the first one")
    func authority() throws {
        let relyingParty = try sample.authority.relyingParty { TestClock.start }
        let main = SignInAuthority(relyingParty: relyingParty)
        let further = SignInAuthority(
            name: "further", relyingParty: relyingParty, redirectPath: "/further",
            routes: [SignInRoute(path: "/sign-in/further")])
        let site = try WebSignIn(authorities: [main, further], codec: sample.codec)
        var lengths: [Int] = []
        for name in ["main", "further"] {
            let session = Session(
                id: SessionID(), authority: name, policy: nil, identity: session.identity, user: session.user, name: "",
                started: session.started, expires: session.expires, lastUsed: session.lastUsed,
                accessToken: session.accessToken)
            let text = try #require(try RequestSession(session, at: site).csrf()).value
            #expect(site.csrfTokens.open(text)?.authority == name)
            lengths.append(text.utf8.count)
        }
        #expect(lengths[0] < lengths[1])
    }

    @Test("A CSRF token of another session, user or issuer is another one") func others() {
        for other in [
            session(id: SessionID()), session(.sample("bob")),
            session(.sample("alice", issuer: "https://evil.example")),
            session(.sample("lice", issuer: FakeAuthority.issuer + "a")),
        ] {
            #expect(CSRFToken(other) != CSRFToken(session))
            #expect(!CSRFToken(other).belongs(to: request(session)))
            #expect(!CSRFToken(session).belongs(to: request(other)))
        }
        #expect(CSRFToken(session).belongs(to: request(session)))
        #expect(CSRFToken(session(token: "access-1", policy: "b2c_1_sign_up")) == CSRFToken(session))
    }

    @Test("A CSRF token belongs to the idle-expired session of its page, whose user is not signed in")
    func idleExpired() {
        let request = RequestSession(nil, unusable: session, at: site)
        #expect(CSRFToken(session).belongs(to: request) && !CSRFToken(session).isUser(of: request))
        request.forgetUnusable()
        #expect(!CSRFToken(session).belongs(to: request) && !CSRFToken(session).belongs(to: RequestSession()))
    }

    @Test("A CSRF token of an earlier version, with the digest of issuer and subject, belongs to its session and user")
    func earlierVersion() throws {
        // The beginning of SHA-256 over `https://id.example`, NUL and `alice`.
        let digest: [UInt8] = [0x88, 0x60, 0xD8, 0xB1, 0xC8, 0xA8]
        let text = try sample.codec.seal(
            session.id.bytes.prefix(6) + digest, purpose: "latchkey csrf", expires: session.expires)
        let token = try #require(site.csrfTokens.open(text))
        #expect(token.belongs(to: request(session)) && token.isUser(of: request(.sample())))
        #expect(!token.belongs(to: request(.sample())), "another session")
        let bob = session(.sample("bob"))
        #expect(!token.belongs(to: request(bob)) && !token.isUser(of: request(bob)))
    }

    @Test("The user's mark on a page distinguishes namesakes, and holds no more than that") func userMark() throws {
        func mark(_ session: Session) throws -> String? { try request(session).csrf()?.userMark }
        #expect(try mark(session)?.utf8.count == 4 && mark(session) != mark(session(.sample("another"))))
        #expect(try mark(session) == mark(session(id: SessionID())))
    }

    @Test("A CSRF token that is too old, of another key or purpose, changed, or foreign does not open") func refused()
        throws
    {
        let codec = sample.codec
        let text = try #require(try request(session).csrf()).value
        #expect(try sample.site(codec: .sample(8)).csrfTokens.open(text) == nil)
        #expect(try sample.site().csrfTokens.open(text) == nil, "another cookie name")
        for odd in ["", "x", text + "A", String(text.dropLast()), text + "=", " " + text] {
            #expect(site.csrfTokens.open(odd) == nil)
        }
        let payload = CSRFToken(session).id + CSRFToken(session).user
        let purpose = try codec.seal(payload, purpose: "latchkey kept form", expires: session.expires)
        let cookie = try #require(try codec.seal(payload, name: "latchkey csrf", expires: session.expires).first?.value)
        let short = try codec.seal(Array(payload.dropLast()), purpose: "latchkey csrf", expires: session.expires)
        let long = try codec.seal(payload + [0], purpose: "latchkey csrf", expires: session.expires)
        for odd in [purpose, cookie, short, long] { #expect(site.csrfTokens.open(odd) == nil) }
        sample.clock.advance(by: session.expires - TestClock.start + 7 * 86_400 - 1)
        #expect(site.csrfTokens.open(text) != nil)
        sample.clock.advance(by: 1)
        #expect(site.csrfTokens.open(text) == nil)
    }
}
