import HTTPTransport
import HTTPTypes
import HummingbirdOpenIDConnect
import SealedCookies
import SessionRegistry
import Testing

@testable import TasksWeb

@Suite struct PendingFormsTests {
    private let alice = Session.sample()
    private let clock = TestClock()
    private let kept: PendingForms

    init() throws {
        kept = PendingForms(
            register: SessionRegister(registry: MemorySessionRegistry(), memory: RegisterMemory()), codec: try .test(),
            names: SiteCookies(isOverHTTPS: true), clock: clock.clock)
    }

    private func keep(
        _ path: String = "/tasks", _ form: String = "task=milk", over cookies: RequestCookies = RequestCookies([:])
    ) async throws -> RequestCookies {
        let form = try #require(FormBody(parsing: form))
        let before = cookies.names(withPrefix: "").map { "\($0)=\(cookies[$0] ?? "")" }
        return CookieJar(before + (try await kept.store(form, path: path, of: CSRFToken(alice), over: cookies))).cookies
    }

    /// What is offered to be done.
    private func offered(to session: Session, in cookies: RequestCookies) async throws -> TaskAction? {
        try await kept.offer(to: session, in: cookies)?.form.action
    }

    private func take(for session: Session, in cookies: RequestCookies) async throws -> TaskAction? {
        guard let name = cookies.names(withPrefix: "__Host-latchkey-kept.").first else { return nil }
        return try await kept.take(name, for: session, in: cookies)?.form.action
    }

    @Test("What was typed is offered to the same person, in a new session, and is there once") func once() async throws
    {
        let cookies = try await keep()
        let later = Session.sample()
        #expect(try await offered(to: later, in: cookies) == .add("milk", completed: false))
        #expect(try await kept.offer(to: later, in: cookies) != nil, "an offer takes nothing")
        #expect(try await take(for: later, in: cookies) == .add("milk", completed: false))
        #expect(try await take(for: later, in: cookies) == nil)
        #expect(try await kept.offer(to: later, in: cookies) == nil)
    }

    @Test("Another person's sign-in deletes it", arguments: ["bob", "alice at another issuer"]) func otherPerson(
        _ who: String
    ) async throws {
        let other = Session.sample {
            ($0.subject, $0.issuer) = who == "bob" ? (who, $0.issuer) : ($0.subject, "https://other.example")
            $0.user = .sample($0.subject, issuer: $0.issuer)
        }
        let cookies = try await keep()
        #expect(try await kept.offer(to: other, in: cookies) == nil)
        let fields = try await kept.discard(unlessFor: other, in: cookies)
        #expect(fields.count == 1 && fields[0].hasPrefix("__Host-latchkey-kept.") && fields[0].contains("=; Max-Age=0"))
        #expect(try await kept.offer(to: alice, in: cookies) == nil)
    }

    @Test("The same person's sign-in deletes nothing") func samePerson() async throws {
        let cookies = try await keep()
        #expect(try await kept.discard(unlessFor: .sample(), in: cookies).isEmpty)
        #expect(try await kept.offer(to: alice, in: cookies) != nil)
    }

    @Test("It waits ten minutes") func tenMinutes() async throws {
        let cookies = try await keep()
        clock.advance(by: 599)
        #expect(try await kept.offer(to: alice, in: cookies) != nil)
        clock.advance(by: 1)
        #expect(try await kept.offer(to: alice, in: cookies) == nil)
        #expect(try await take(for: alice, in: cookies) == nil)
    }

    @Test("A form that is none of the tasks page's sets no cookie") func notKept() async throws {
        #expect(try await keep("/sign-out", "").names(withPrefix: "").isEmpty)
    }

    @Test(
        "A cookie that was made up finds nothing", arguments: ["", "x", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"])
    func madeUp(_ value: String) async throws {
        _ = try await keep()
        #expect(
            try await kept.offer(to: alice, in: RequestCookies([.cookie: "__Host-latchkey-kept.1=\(value)"])) == nil)
    }

    @Test("What is typed in one tab takes nothing away that was typed in another, and is offered in its order")
    func several() async throws {
        var cookies = try await keep("/tasks", "task=first")
        clock.advance(by: 1)
        cookies = try await keep("/tasks", "task=second", over: cookies)
        let first = try #require(try await kept.offer(to: alice, in: cookies))
        #expect(first.form.action == .add("first", completed: false))
        #expect(try await kept.take(first.name, for: alice, in: cookies) == first)
        #expect(try await kept.take(first.name, for: alice, in: cookies) == nil)
        #expect(try await offered(to: alice, in: cookies) == .add("second", completed: false))
    }

    @Test("At most eight wait in one browser, and the oldest goes") func limit() async throws {
        var cookies = RequestCookies([:])
        for number in 0..<9 {
            cookies = try await keep("/tasks", "task=\(number)", over: cookies)
            clock.advance(by: 1)
        }
        #expect(cookies.names(withPrefix: "__Host-latchkey-kept.").count == 8)
        #expect(try await offered(to: alice, in: cookies) == .add("1", completed: false))
    }

    @Test("Only a cookie that the browser has is taken by its name, and taken away") func namedElsewhere() async throws
    {
        let cookies = try await keep()
        let name = try #require(try await kept.offer(to: alice, in: cookies)?.name)
        for other in ["", "latchkey", "__Host-latchkey-kept.", "__Host-latchkey", "\(name)x"] {
            #expect(try await kept.take(other, for: alice, in: cookies) == nil)
            #expect(kept.expiring(other, in: cookies) == [])
        }
        #expect(kept.expiring(name, in: cookies).count == 1)
    }
}
