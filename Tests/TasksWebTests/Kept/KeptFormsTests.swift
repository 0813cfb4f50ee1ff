import HTTPTransport
import HTTPTypes
import HummingbirdOpenIDConnect
import SealedCookies
import SessionRegistry
import Testing

@testable import TasksWeb

@Suite struct KeptFormsTests {
    private let alice = Session.sample()
    private let clock = TestClock()
    private let kept: KeptForms

    init() throws {
        kept = KeptForms(
            register: SessionRegister(registry: MemorySessionRegistry(), memory: RegisterMemory()), codec: try .test(),
            names: SiteCookies(isOverHTTPS: true), clock: clock.clock)
    }

    private func keep(_ path: String = "/tasks", _ form: String = "task=milk") async throws -> RequestCookies {
        let form = try #require(FormBody(parsing: form))
        return CookieJar(try await kept.keep(form, path: path, of: CSRFToken(alice))).cookies
    }

    @Test("What was typed is offered to the same person, in a new session, and is there once") func once() async throws {
        let cookies = try await keep()
        let later = Session.sample()
        #expect(try await kept.offer(to: later, in: cookies)?.action == .add("milk", completed: false))
        #expect(try await kept.offer(to: later, in: cookies) != nil, "an offer takes nothing")
        #expect(try await kept.take(for: later, in: cookies)?.action == .add("milk", completed: false))
        #expect(try await kept.take(for: later, in: cookies) == nil)
        #expect(try await kept.offer(to: later, in: cookies) == nil)
    }

    @Test("Another person's sign-in deletes it", arguments: ["bob", "alice at another issuer"]) func otherPerson(_ who: String) async throws
    {
        let other = Session.sample { if who == "bob" { $0.subject = who } else { $0.issuer = "https://other.example" } }
        let cookies = try await keep()
        #expect(try await kept.offer(to: other, in: cookies) == nil)
        let fields = try await kept.discard(unlessFor: other, in: cookies)
        #expect(fields.count == 1 && fields[0].hasPrefix("__Host-latchkey-kept=; Max-Age=0"))
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
        #expect(try await kept.take(for: alice, in: cookies) == nil)
    }

    @Test("A form that is none of the tasks page's sets no cookie") func notKept() async throws {
        #expect(try await keep("/sign-out", "").names(withPrefix: "").isEmpty)
    }

    @Test("A cookie that was made up finds nothing", arguments: ["", "x", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"])
    func madeUp(_ value: String) async throws {
        _ = try await keep()
        #expect(try await kept.offer(to: alice, in: RequestCookies([.cookie: "__Host-latchkey-kept=\(value)"])) == nil)
    }
}
