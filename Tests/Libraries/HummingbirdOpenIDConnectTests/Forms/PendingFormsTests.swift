import HTTPTransport
import HTTPTypes
import OpenIDConnect
import SessionStorage
import SiteTesting
import TestSupport
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect

@Suite struct PendingFormsTests {
    private let sample: Sample
    private let site: WebSignIn
    private let forms: PendingForms
    private let alice = Session.sample()

    init() throws {
        sample = try Sample()
        site = try sample.site(options: SignInOptions(cookieName: "latchkey"))
        forms = site.pendingForms
    }

    private func form(_ text: String = "milk") -> PendingForm {
        PendingForm(user: CSRFToken(alice).user, path: "/tasks", form: FormBody([("task", text)]))
    }

    /// Stores a form for a browser that is signed out.
    private func store(_ form: PendingForm, in jar: inout CookieJar) async throws {
        let session = RequestSession(nil, cookies: jar.cookies, at: site)
        try await forms.store(form, in: session)
        jar.store(session.responseCookies)
    }

    private func request(_ session: Session, _ jar: CookieJar) -> RequestSession {
        RequestSession(session, cookies: jar.cookies, at: site)
    }

    @Test("A pending form is offered to its user in a new session, and is consumed once") func once() async throws {
        var jar = CookieJar()
        try await store(form(), in: &jar)
        let later = request(.sample(), jar)
        let offered = try #require(try await forms.offer(in: later))
        #expect(offered.form == form())
        #expect(try await forms.offer(in: later) == offered, "an offer takes nothing")
        #expect(try await forms.take(offered.name, in: later) == offered)
        #expect(try await forms.take(offered.name, in: later) == nil)
        #expect(try await forms.offer(in: later) == nil)
        try await forms.putBack(offered, in: later)
        jar.store(later.responseCookies)
        #expect(try await forms.take(offered.name, in: request(.sample(), jar)) == offered)
    }

    @Test(
        "The sign-in of another user deletes a pending form",
        arguments: [
            UserKey.sample("bob"), .sample("alice", issuer: "https://other.example"),
        ])
    func otherUser(_ user: UserKey) async throws {
        var jar = CookieJar()
        try await store(form(), in: &jar)
        let other = request(.sample(user: user, issuer: user.space), jar)
        #expect(try await forms.offer(in: other) == nil)
        try await forms.discardOthers(in: other)
        let fields = other.responseCookies
        #expect(fields.count == 1 && fields[0].hasPrefix("latchkey-kept.") && fields[0].contains("=; Max-Age=0"))
        #expect(try await forms.offer(in: request(alice, jar)) == nil)
    }

    @Test("A pending form is found behind another cookie of its name") func severalCookies() async throws {
        var jar = CookieJar()
        try await store(form(), in: &jar)
        let (name, secret) = try #require(jar.first)
        let cookies = RequestCookies([.cookie: "\(name)=x; \(name)=\(secret)"])
        let later = RequestSession(.sample(), cookies: cookies, at: site)
        let offered = try #require(try await forms.offer(in: later))
        try await forms.discardOthers(in: later)
        #expect(later.responseCookies.isEmpty)
        #expect(try await forms.take(offered.name, in: later) == offered)
    }

    @Test("A sign-in of the form's user deletes no pending form") func sameUser() async throws {
        var jar = CookieJar()
        try await store(form(), in: &jar)
        let session = request(.sample(), jar)
        try await forms.discardOthers(in: session)
        #expect(session.responseCookies.isEmpty)
        #expect(try await forms.offer(in: request(alice, jar)) != nil)
    }

    @Test("A pending form waits ten minutes") func tenMinutes() async throws {
        var jar = CookieJar()
        try await store(form(), in: &jar)
        sample.clock.advance(by: 599)
        #expect(try await forms.offer(in: request(alice, jar)) != nil)
        sample.clock.advance(by: 1)
        #expect(try await forms.offer(in: request(alice, jar)) == nil)
    }

    @Test(
        "A pending form isn't found by a made-up cookie",
        arguments: [
            "", "x", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        ])
    func madeUp(_ value: String) async throws {
        var jar = CookieJar()
        try await store(form(), in: &jar)
        #expect(try await forms.offer(in: request(alice, CookieJar(["latchkey-kept.1=\(value)"]))) == nil)
    }

    @Test("Pending forms of several tabs are offered in their order") func several() async throws {
        var jar = CookieJar()
        try await store(form("first"), in: &jar)
        sample.clock.advance(by: 1)
        try await store(form("second"), in: &jar)
        let session = request(alice, jar)
        let first = try #require(try await forms.offer(in: session))
        #expect(first.form == form("first"))
        _ = try await forms.take(first.name, in: session)
        #expect(try await forms.offer(in: session)?.form == form("second"))
    }

    @Test("At most eight pending forms wait in one browser, and the oldest is dropped") func limit() async throws {
        var jar = CookieJar()
        for number in 0..<9 {
            try await store(form("\(number)"), in: &jar)
            sample.clock.advance(by: 1)
        }
        #expect(jar.count == 8)
        #expect(try await forms.offer(in: request(alice, jar))?.form == form("1"))
    }

    @Test("At most 32 pending forms wait for one user, whatever cookies the browsers have, and other users' stay")
    func limitOfUser() async throws {
        var bob = CookieJar()
        let session = Session.sample(user: .sample("bob"))
        try await store(PendingForm(user: CSRFToken(session).user, path: "/tasks", form: form().form), in: &bob)
        var jars: [CookieJar] = []
        for number in 0..<34 {
            var jar = CookieJar()
            try await store(form("\(number)"), in: &jar)
            jars.append(jar)
            sample.clock.advance(by: 1)
        }
        var waiting: [PendingForm] = []
        for jar in jars {
            if let offered = try await forms.offer(in: request(alice, jar)) { waiting.append(offered.form) }
        }
        #expect(waiting == (2..<34).map { form("\($0)") })
        #expect(try await forms.offer(in: request(session, bob)) != nil)
    }

    @Test("A pending form is consumed only if the browser has its cookie, which then expires") func namedElsewhere()
        async throws
    {
        var jar = CookieJar()
        try await store(form(), in: &jar)
        let session = request(alice, jar)
        let name = try #require(try await forms.offer(in: session)?.name)
        for other in ["", "latchkey", "latchkey-kept.", "\(name)x"] {
            #expect(try await forms.take(other, in: session) == nil)
            forms.expire(other, in: session)
        }
        #expect(session.responseCookies.isEmpty)
        forms.expire(name, in: session)
        #expect(session.responseCookies.count == 1)
    }

    @Test("A pending form is stored in the earlier layout, so that a form that waits at an upgrade is offered")
    func layout() {
        let user: [UInt8] = [1, 2, 3, 4, 5, 6]
        let form = PendingForm(user: user, path: "/tasks", form: FormBody([("task", "a b")]))
        #expect(form.bytes == user + [0, 0, 6] + Array("/tasks".utf8) + [0, 0, 8] + Array("task=a+b".utf8))
        #expect(PendingForm(bytes: form.bytes) == form)
        #expect(PendingForm(bytes: form.bytes + [0]) == nil && PendingForm(bytes: Array(form.bytes.dropLast())) == nil)
    }
}
