import HTTPTransport
import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import SealedCookies
import SessionRegistry
import TestSupport
import Testing

@testable import TasksWeb

@Suite struct FormProtectionTests {
    private let session = Session.sample()
    private let register: SessionRegister
    private let protection: FormProtectionMiddleware

    init() throws {
        let clock = TestClock().clock, codec = try SealedCookieCodec.test()
        register = SessionRegister(registry: MemorySessionRegistry(), memory: RegisterMemory())
        protection = FormProtectionMiddleware(
            codec: codec, origin: "http://localhost:3000", clock: clock,
            pendingForms: PendingForms(
                register: register, codec: codec, names: SiteCookies(isOverHTTPS: false), clock: clock),
            exempt: ["/auth/openid/return"])
    }

    private func token(_ session: Session? = nil) throws -> String {
        try CSRFToken(session ?? self.session).sealed(codec: protection.codec, until: self.session.end)
    }

    private func isForged(_ request: Request) async -> Bool {
        var reached = false
        let error = await #expect(throws: PageError.self) {
            try await protection.answer(request, session: session) { _, _ in
                reached = true
                return Response(status: .ok)
            }
        }
        #expect(!reached)
        return error?.kind == .forged
    }

    @Test(
        "A form of this session's gets through, and its fields with it",
        arguments: [
            [:], [.secFetchSite: "same-origin"], [.secFetchSite: "none"], [.origin: "http://localhost:3000"],
        ] as [HTTPFields])
    func good(_ fields: HTTPFields) async throws {
        let request = InProcess.post("/tasks", "task=a+b&csrf=\(try token())", fields)
        let response = try await protection.answer(request, session: session) { _, context in
            #expect(context.form[single: "task"] == "a b")
            return Response(status: .ok)
        }
        #expect(response.status == .ok)
    }

    @Test("Without the right token nothing happens") func wrongToken() async throws {
        let right = try token()
        for body in [
            "", "task=a", "csrf=", "csrf=x", "csrf=\(right)&csrf=\(right)", "csrf=\(right)x",
            "csrf=\(right.dropLast())", "CSRF=\(right)",
            "csrf=\(try token(.sample()))", "csrf=\(try token(.sample { $0.user = .sample("bob") }))",
        ] {
            #expect(await isForged(InProcess.post("/tasks", body)), "\(body)")
        }
    }

    @Test("A token in the query is none") func inQuery() async throws {
        #expect(await isForged(InProcess.post("/tasks?csrf=\(try token())", "task=a")))
    }

    @Test(
        "A form from another site is refused, even with the right token",
        arguments: [
            [.secFetchSite: "cross-site"], [.secFetchSite: "same-site"], [.secFetchSite: ""],
            [.origin: "https://evil.example"],
            [.origin: "null"],
            [.origin: "http://localhost:3001"], [.origin: "https://localhost:3000"], [.origin: ""],
            [.secFetchSite: "same-origin", .origin: "https://evil.example"],
        ] as [HTTPFields])
    func elsewhere(_ fields: HTTPFields) async throws {
        #expect(await isForged(InProcess.post("/tasks", "csrf=\(try token())", fields)))
    }

    @Test("What was typed is kept, with the place to send it to") func kept() async throws {
        let error = await expectPageError(.forged) {
            try await protection.answer(InProcess.post("/tasks/7", "task=milk%0A&csrf=x"), session: session)
        }
        #expect(error?.draft?.text == "milk\n")
        #expect(error?.draft?.retry == .task("7"))
    }

    @Test("What somebody else typed, into a page of their own session, is shown to nobody") func typedByAnother()
        async throws
    {
        let bobs = try token(.sample { $0.user = .sample("bob") })
        let error = await expectPageError(.forged) {
            try await protection.answer(
                InProcess.post("/tasks", "task=secret&completed=true&csrf=\(bobs)"), session: session)
        }
        #expect(error != nil && error?.draft == nil)
        let own = await expectPageError(.forged) {
            try await protection.answer(
                InProcess.post("/tasks", "task=milk&csrf=\(try token(.sample()))"), session: session)
        }
        #expect(own?.draft?.text == "milk", "a page of their own, of an earlier session")
    }

    @Test(
        "What is no form is refused", arguments: ["application/json", "multipart/form-data; boundary=x", "text/plain"])
    func noForm(_ type: String) async throws {
        let request = InProcess.request(.post, "/tasks", [.contentType: type], body: "csrf=\(try token())")
        await expectPageError(.notAForm) { try await protection.answer(request, session: session) }
    }

    @Test("A form that can't be read is refused", arguments: ["csrf=%", "task=%zz", "%ff=1"]) func unreadable(
        _ body: String
    ) async throws {
        await expectPageError(.notAForm) {
            try await protection.answer(InProcess.post("/tasks", body), session: session)
        }
    }

    @Test("Reading methods and exempt paths pass, and those near them don't") func passed() async throws {
        for request in [
            InProcess.request(.get, "/tasks"), InProcess.request(.head, "/tasks"),
            InProcess.post("/auth/openid/return", "code=a"),
        ] {
            #expect(try await protection.answer(request, session: session).status == .ok)
        }
        for path in ["/auth/openid/return/", "/auth/openid/return/x", "/AUTH/openid/return", "/auth/openid"] {
            #expect(await isForged(InProcess.post(path, "code=a")))
        }
    }

    /// What becomes of a form that leads to sign-in, and the cookies that are set.
    private func thrown(
        _ request: Request, _ kind: PageError.Kind = .notSignedIn, session: Session? = nil
    ) async throws -> (kind: PageError.Kind?, cookies: [String]) {
        let context = try await InProcess.context(session: session)
        let error = await #expect(throws: PageError.self) {
            try await protection.handle(request, context: context) { _, _ in throw PageError(kind) }
        }
        return (error?.kind, context.responseCookies.fields)
    }

    @Test("A form whose session is over is kept for whoever it was, under a cookie that shows nothing of it")
    func keptForLater()
        async throws
    {
        let (kind, cookies) = try await thrown(InProcess.post("/tasks", "task=milk&csrf=\(try token())"))
        #expect(kind == .notSignedIn && cookies.count == 1)
        #expect(
            cookies.first?.hasPrefix("latchkey-kept.") == true && cookies.first?.contains("; Max-Age=600;") == true)
        let jar = CookieJar(cookies)
        #expect(
            try await protection.pendingForms.offer(to: session, in: jar.cookies)?.form.action
                == .add("milk", completed: false))
        #expect(
            try await protection.pendingForms.offer(to: .sample { $0.user = .sample("bob") }, in: jar.cookies) == nil)
    }

    @Test("Where the API refuses the token at last, the form is kept, too") func keptAtRefusal() async throws {
        let (kind, cookies) = try await thrown(
            InProcess.post("/tasks", "task=milk&csrf=\(try token())"), .refusedByAPI, session: session)
        #expect(kind == .refusedByAPI && cookies.count == 1)
    }

    @Test("If the store is unreachable, the page shows what was typed") func storeUnavailable() async throws {
        let registry = SwitchableRegistry(isAway: true)
        let unreachable = FormProtectionMiddleware(
            codec: protection.codec, origin: protection.origin, clock: protection.clock,
            pendingForms: PendingForms(
                register: SessionRegister(registry: registry, memory: RegisterMemory()), codec: protection.codec,
                names: SiteCookies(isOverHTTPS: false), clock: protection.clock), exempt: [])
        let error = await expectPageError(.storeUnavailable) {
            try await unreachable.answer(InProcess.post("/tasks", "task=milk&csrf=\(try token())")) { _, _ in
                throw PageError(.notSignedIn)
            }
        }
        #expect(error?.draft == Draft(text: "milk"))
    }

    @Test("Without a token of ours, from another site, or by a script nothing is kept") func notKept() async throws {
        let right = try token()
        for request in [
            InProcess.post("/tasks", "task=a"), InProcess.post("/tasks", "task=a&csrf=x"),
            InProcess.post("/tasks", "task=a&csrf=\(right)", [.origin: "https://evil.example"]),
            InProcess.post("/tasks", "task=a&csrf=\(right)", [.secFetchSite: "cross-site"]),
            InProcess.post("/tasks", "task=a&csrf=\(right)", [.secFetchMode: "cors"]),
            InProcess.post("/sign-out", "csrf=\(right)"), InProcess.post("/sessions/x/end", "csrf=\(right)"),
        ] {
            #expect(try await thrown(request).cookies == [], "\(request.uri.path)")
        }
        #expect(try await thrown(InProcess.post("/tasks", "task=a&csrf=\(right)"), .forbidden).cookies == [])
    }
}
