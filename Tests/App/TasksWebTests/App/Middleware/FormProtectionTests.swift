import HTTPTransport
import HTTPTypes
import Hummingbird
import SiteTesting
import TestSupport
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect
@testable import TasksWeb

@Suite struct FormProtectionTests {
    private let site: TestSite
    private let session = Session.sample()
    private let protection: FormProtectionMiddleware<WebContext>

    init() throws {
        site = try TestSite()
        protection = FormProtectionMiddleware(
            site.signIn, storing: PendingForm.stored(_:path:), refusal: PageError.refusal(of:_:_:))
    }

    private func token(_ session: Session? = nil) throws -> String {
        try #require(try site.request(session ?? self.session).csrf()).value
    }

    private func isForged(_ request: Request) async -> Bool {
        var reached = false
        let error = await #expect(throws: PageError.self) {
            try await protection.respond(to: request, session: site.request(session)) { _, _ in
                reached = true
                return Response(status: .ok)
            }
        }
        #expect(!reached)
        return error?.kind == .signIn(.crossSiteRequest)
    }

    @Test(
        "A form of this session's gets through, and its fields with it",
        arguments: [
            [:], [.secFetchSite: "same-origin"], [.secFetchSite: "none"], [.origin: "http://localhost:3000"],
            [.secFetchSite: "same-origin", .origin: "null"],
        ] as [HTTPFields])
    func good(_ fields: HTTPFields) async throws {
        let request = InProcess.post("/tasks", "task=a+b&csrf=\(try token())", fields)
        let response = try await protection.respond(to: request, session: site.request(session)) { _, context in
            #expect(context.form[single: "task"] == "a b")
            return Response(status: .ok)
        }
        #expect(response.status == .ok)
    }

    @Test("A form without the right token has no effect") func wrongToken() async throws {
        let right = try token()
        for body in [
            "", "task=a", "csrf=", "csrf=x", "csrf=\(right)&csrf=\(right)", "csrf=\(right)x",
            "csrf=\(right.dropLast())", "CSRF=\(right)",
            "csrf=\(try token(.sample()))", "csrf=\(try token(.sample("bob")))",
        ] {
            #expect(await isForged(InProcess.post("/tasks", body)), "\(body)")
        }
    }

    @Test("A CSRF token in the query doesn't count") func inQuery() async throws {
        #expect(await isForged(InProcess.post("/tasks?csrf=\(try token())", "task=a")))
    }

    @Test(
        "A form from another site is refused, even with the right token",
        arguments: [
            [.secFetchSite: "cross-site"], [.secFetchSite: "same-site"], [.secFetchSite: ""],
            [.origin: "https://evil.example"],
            [.origin: "null"], [.origin: "null", .secFetchSite: "none"],
            [.origin: "null", .secFetchSite: "cross-site"],
            [.origin: "http://localhost:3001"], [.origin: "https://localhost:3000"], [.origin: ""],
            [.secFetchSite: "same-origin", .origin: "https://evil.example"],
        ] as [HTTPFields])
    func elsewhere(_ fields: HTTPFields) async throws {
        #expect(await isForged(InProcess.post("/tasks", "csrf=\(try token())", fields)))
    }

    @Test("The error of a refused form has the typed text and the path to send it to") func typedText() async throws {
        let error = await expectPageError(.signIn(.crossSiteRequest)) {
            try await protection.respond(
                to: InProcess.post("/tasks/7", "task=milk%0A&csrf=x"), session: site.request(session))
        }
        #expect(error?.draft?.text == "milk\n")
        #expect(error?.draft?.retry == .task("7"))
    }

    @Test("Text that another user typed into a page of their session is never shown") func typedByAnother()
        async throws
    {
        let bobs = try token(.sample("bob"))
        let error = await expectPageError(.signIn(.crossSiteRequest)) {
            try await protection.respond(
                to: InProcess.post("/tasks", "task=secret&completed=true&csrf=\(bobs)"), session: site.request(session))
        }
        #expect(error != nil && error?.draft == nil)
        let own = await expectPageError(.signIn(.crossSiteRequest)) {
            try await protection.respond(
                to: InProcess.post("/tasks", "task=milk&csrf=\(try token(.sample()))"), session: site.request(session))
        }
        #expect(own?.draft?.text == "milk", "a page of their own, of an earlier session")
    }

    @Test("Text of a form from elsewhere is shown to its user alone, whose token it has") func shownFromElsewhere()
        async throws
    {
        for (token, isShown) in [
            (try token(), true), (try token(.sample()), true), (try token(.sample("bob")), false), ("x", false),
        ] {
            let error = await expectPageError(.signIn(.crossSiteRequest)) {
                try await protection.respond(
                    to: InProcess.post("/tasks", "task=milk&csrf=\(token)", [.origin: "null"]),
                    session: site.request(session))
            }
            #expect((error?.draft?.text == "milk") == isShown)
        }
    }

    @Test(
        "A post that is no form is refused",
        arguments: ["application/json", "multipart/form-data; boundary=x", "text/plain"])
    func noForm(_ type: String) async throws {
        let request = InProcess.request(.post, "/tasks", [.contentType: type], body: "csrf=\(try token())")
        await expectPageError(.signIn(.unreadableForm)) {
            try await protection.respond(to: request, session: site.request(session))
        }
    }

    @Test("A form that can't be read is refused", arguments: ["csrf=%", "task=%zz", "%ff=1"]) func unreadable(
        _ body: String
    ) async throws {
        await expectPageError(.signIn(.unreadableForm)) {
            try await protection.respond(to: InProcess.post("/tasks", body), session: site.request(session))
        }
    }

    @Test("Reading methods and exempt paths pass, and those near them don't") func passed() async throws {
        for request in [
            InProcess.request(.get, "/tasks"), InProcess.request(.head, "/tasks"),
            InProcess.post("/auth/openid/return", "code=a"),
        ] {
            #expect(try await protection.respond(to: request, session: site.request(session)).status == .ok)
        }
        for path in ["/auth/openid/return/", "/auth/openid/return/x", "/AUTH/openid/return", "/auth/openid"] {
            #expect(await isForged(InProcess.post(path, "code=a")))
        }
    }

    /// The cookies that are set with a form that fails.
    private func cookies(
        _ request: Request, _ error: any Error = SignInError(.notSignedIn), session: Session? = nil
    ) async throws -> [String] {
        let context = try await InProcess.context(session: site.request(session))
        await #expect(throws: (any Error).self) {
            try await protection.handle(request, context: context) { _, _ in throw error }
        }
        return context.session.responseCookies
    }

    @Test("A form of an ended session is stored for its user, under a cookie that reveals nothing of it")
    func storedForLater()
        async throws
    {
        let cookies = try await cookies(InProcess.post("/tasks", "task=milk&csrf=\(try token())"))
        #expect(cookies.count == 1)
        #expect(
            cookies.first?.hasPrefix("latchkey-kept.") == true && cookies.first?.contains("; Max-Age=600;") == true)
        let jar = CookieJar(cookies)
        let offer = try await site.signIn.pendingForms.offer(in: site.request(session, jar.cookies))
        #expect(offer?.form.action == .add("milk", completed: false))
        #expect(try await site.signIn.pendingForms.offer(in: site.request(.sample("bob"), jar.cookies)) == nil)
    }

    @Test("A form of an ended session doesn't end another session that is idle-expired")
    func idleExpired() async throws {
        for (token, isRetained) in [(try token(), true), (try token(.sample()), false)] {
            let slot = RequestSession(nil, unusable: session, at: site.signIn)
            _ = try await protection.respond(to: InProcess.post("/sign-out", "csrf=\(token)"), session: slot)
            #expect((slot.unusable != nil) == isRetained)
        }
    }

    @Test("If the API refuses the access token in the end, the form is stored, too") func storedAtRefusal() async throws
    {
        let refusal = SignInError(.accessTokenRefused(isRepeated: false))
        let request = InProcess.post("/tasks", "task=milk&csrf=\(try token())")
        #expect(try await cookies(request, refusal, session: session).count == 1)
    }

    @Test("If the store is unreachable, the page shows what was typed") func storeUnavailable() async throws {
        site.store.fail()
        let error = await expectPageError(.signIn(.storeUnavailable(isSigningIn: false))) {
            try await protection.respond(to: InProcess.post("/tasks", "task=milk&csrf=\(try token())")) { _, _ in
                throw SignInError(.notSignedIn)
            }
        }
        #expect(error?.draft == Draft(text: "milk"))
    }

    @Test("A form without a valid token, from another site, or by a script isn't stored") func notStored() async throws
    {
        let right = try token()
        for request in [
            InProcess.post("/tasks", "task=a"), InProcess.post("/tasks", "task=a&csrf=x"),
            InProcess.post("/tasks", "task=a&csrf=\(right)", [.origin: "https://evil.example"]),
            InProcess.post("/tasks", "task=a&csrf=\(right)", [.secFetchSite: "cross-site"]),
            InProcess.post("/tasks", "task=a&csrf=\(right)", [.secFetchMode: "cors"]),
            InProcess.post("/sign-out", "csrf=\(right)"), InProcess.post("/sessions/x/end", "csrf=\(right)"),
        ] {
            #expect(try await cookies(request) == [], "\(request.uri.path)")
        }
        #expect(try await cookies(InProcess.post("/tasks", "task=a&csrf=\(right)"), PageError(.forbidden)) == [])
    }
}
