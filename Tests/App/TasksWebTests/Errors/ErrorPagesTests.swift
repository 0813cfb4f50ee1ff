import HTTPTransport
import HTTPTypes
import Hummingbird
import NIOCore
import OpenIDConnect
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect
@testable import TasksWeb

@Suite struct ErrorPagesTests {
    private struct Unforeseen: Error, CustomStringConvertible {
        var description: String { "secret internals" }
    }

    private func respond(
        to error: any Error, _ request: Request = InProcess.request(.get, "/tasks?show=active"),
        session: Session? = nil,
        policies: [SignInKind: String] = [:]
    ) async throws -> Response {
        let site = try TestSite(policies: policies)
        if let error = error as? SignInError, error.leadsToSignIn {
            return try await SignInMiddleware(site.signIn, checksSource: false).respond(to: request) { _, _ in
                throw error
            }
        }
        return site.errorPages.response(to: error, request, try await InProcess.context(session: site.request(session)))
    }

    @Test("A request that is no navigation gets the message alone, and that of an internal error has the reference")
    func messageAlone()
        async throws
    {
        func message(_ error: any Error, _ fields: HTTPFields) async throws -> String {
            let request = InProcess.request(.get, "/tasks", fields)
            let response = try await Correlation.$current.withValue(Correlation(identifier: "the-reference")) {
                try await respond(to: error, request)
            }
            return try #require(Markup(try await response.text).text("data-error").first)
        }
        for fault in [PageError(.internalFault), PageError(.apiUnavailable), HTTPError(.internalServerError)]
            as [any Error]
        {
            #expect(try await message(fault, [.secFetchMode: "cors"]).hasSuffix(". Reference the-reference"))
            #expect(try await !message(fault, [.secFetchMode: "navigate"]).contains("the-reference"))
        }
        #expect(try await !message(PageError(.forbidden), [.secFetchMode: "cors"]).contains("the-reference"))
    }

    @Test(
        "A navigation without a session is sent to sign-in, and returns",
        arguments: [
            ("/tasks?show=active", "/sign-in?returnTo=%2Ftasks%3Fshow%3Dactive"),
            ("/claims", "/sign-in?returnTo=%2Fclaims"),
            ("//evil.example", "/sign-in?returnTo=%2Ftasks"),
            ("/auth/openid/return?code=x", "/sign-in?returnTo=%2Ftasks"),
        ])
    func signIn(_ path: String, _ location: String) async throws {
        let response = try await respond(to: SignInError(.notSignedIn), InProcess.request(.get, path))
        #expect(response.status == .seeOther && response.location == location)
        #expect(response.headers[.cacheControl] == "no-store")
    }

    @Test("A post without a session returns to the list after sign-in, because a POST can't be repeated") func post()
        async throws
    {
        #expect(
            try await respond(to: SignInError(.notSignedIn), InProcess.post("/tasks/7/delete", "")).location
                == "/sign-in?returnTo=%2Ftasks")
    }

    @Test("A sign-in after a refusal says that it follows one") func refusal() async throws {
        let response = try await respond(to: SignInError(.accessTokenRefused(isRepeated: false)))
        #expect(response.location == "/sign-in?returnTo=%2Ftasks%3Fshow%3Dactive&after=refusal")
    }

    @Test(
        "A request without a session that is no navigation gets 401 and no way to sign in",
        arguments: [
            [.secFetchMode: "cors"], [.secPurpose: "prefetch"], [.purpose: "prefetch"], [.xMoz: "prefetch"],
            [.xPurpose: "preview"], [.accept: "application/json"],
        ] as [HTTPFields])
    func noNavigation(_ fields: HTTPFields) async throws {
        for kind in [SignInError.Kind.notSignedIn, .accessTokenRefused(isRepeated: false)] {
            let response = try await respond(to: SignInError(kind), InProcess.request(.get, "/tasks", fields))
            #expect(response.status == .unauthorized && response.location == nil)
            #expect(response.headers[.contentType] == "application/problem+json")
            // With `about:blank` the title is the phrase of the status (RFC 9457, section 4.2.1).
            let problem = #"{"type":"about:blank","title":"Unauthorized","status":401,"detail":"Sign in first."}"#
            #expect(try await response.text == problem)
        }
    }

    @Test("Without a sign-in policy a navigation without a session is sent to the start page") func noSignInPolicy()
        async throws
    {
        let response = try await respond(to: SignInError(.notSignedIn), policies: [.facebook: "b2c_1_facebook"])
        #expect(response.location == "/?returnTo=%2Ftasks%3Fshow%3Dactive")
    }

    @Test(
        "A refusal by the server's own parts has a page of the same status",
        arguments: [
            .notFound, .methodNotAllowed, .contentTooLarge, .badRequest, .unsupportedMediaType, .internalServerError,
        ] as [HTTPResponse.Status])
    func statuses(_ status: HTTPResponse.Status) async throws {
        let response = try await respond(to: HTTPError(status, headers: [.allow: "GET"]))
        #expect(response.status == status)
        #expect(response.headers[.allow] == "GET" || status == .notFound)
        #expect(response.headers[.contentType] == "text/html; charset=utf-8")
        #expect(response.headers[.cacheControl] == "no-store")
    }

    @Test("A body that is too large is 413, not an internal error") func tooLarge() async throws {
        #expect(try await respond(to: NIOTooManyBytesError(maxBytes: 1)).status == .contentTooLarge)
    }

    @Test("An unforeseen error is 500, and its text stays in the log") func unforeseen() async throws {
        let response = try await respond(to: Unforeseen())
        #expect(response.status == .internalServerError)
        #expect(try await !response.text.contains("secret internals"))
        let told = try await respond(to: PageError(.apiUnavailable, detail: "secret internals"))
        #expect(try await !told.text.contains("secret internals"))
    }

    @Test("An error page has the message, the reference and the typed text, escaped") func page()
        async throws
    {
        let response = try await Correlation.$current.withValue(Correlation(identifier: "ref-1")) {
            try await respond(
                to: PageError(.noSuchTask, draft: Draft(text: "<b>&\"milk", retry: .list)), session: .sample())
        }
        let page = Markup(try await response.text)
        #expect(response.status == .notFound)
        #expect(page.text("data-error").first?.isEmpty == false)
        #expect(page.text("data-correlation-id") == ["ref-1"])
        #expect(page.source.contains("&lt;b&gt;&amp;&quot;milk</textarea>"))
        let form = try #require(page.postForms.first { $0.action == "/tasks" })
        #expect(form.fields.map(\.name) == ["csrf", "task"])
        #expect(try TestSite().signIn.csrfTokens.open(form.fields[0].value) != nil)
    }

    @Test(
        "Tokens that can't be renewed leave the session, and the page offers a sign-in that leads back",
        arguments: [.badTokenResponse, .configuration(.scopes)] as [OpenIDConnectError.Kind])
    func unusable(_ kind: OpenIDConnectError.Kind) async throws {
        let error = SignInError(.provider(OpenIDConnectError(kind, "for the log")))
        let text = try await respond(to: error, session: .sample()).text
        #expect(text.contains("href=\"/sign-in?returnTo=%2Ftasks%3Fshow%3Dactive\""))
        #expect(try await !respond(to: error).text.contains("/sign-in?"), "there is no session")
    }

    @Test("The page of a failed sign-in that is known starts it again") func retry() async throws {
        var error = SignInError(.unknownSignIn)
        error.retryPath = "/sign-in?returnTo=%2Fclaims"
        for session in [nil, Session.sample()] {
            let page = Markup(try await respond(to: error, session: session).text)
            #expect(page.source.contains("href=\"/sign-in?returnTo=%2Fclaims\""))
            #expect(page.text("data-error") == [ErrorText(.signIn(.unknownSignIn)).message])
        }
        let page = Markup(try await respond(to: SignInError(.unknownSignIn), session: .sample()).text)
        #expect(page.text("data-error") == [ErrorText.unknownSignInWhileSignedIn(in: .english).message])
    }

    @Test(
        "Each page of status 503 has Retry-After: the one that the service has named, or a few seconds",
        arguments: [
            (TasksAPIError.busy(retryAfter: 7), "7"), (TasksAPIError.busy(retryAfter: nil), "5"),
            (TasksAPIError.suspended(seconds: 2), "2"), (SignInError(.storeUnavailable(isSigningIn: true)), "5"),
            (SignInError(.storeUnavailable(isSigningIn: false)), "5"),
            (SignInError(.signedOutLocally(next: nil, isOnDisk: true)), "5"),
            (SignInError(.provider(OpenIDConnectError(.temporarilyUnavailable(retryAfter: 9), "test"))), "9"),
            (HTTPError(.serviceUnavailable), "5"), (HTTPError(.serviceUnavailable, headers: [.retryAfter: "3"]), "3"),
            (TasksAPIError.forbidden, nil), (TransportError(.timedOut, "test"), nil),
        ] as [(any Error, String?)])
    func retryAfter(_ error: any Error, _ seconds: String?) async throws {
        let response = try await respond(to: error, session: nil)
        #expect((response.status == .serviceUnavailable) == (seconds != nil))
        #expect(response.headers[values: .retryAfter] == (seconds.map { [$0] } ?? []))
    }

    @Test(
        "If a new task may have been saved although no response says so, the page says that, else not",
        arguments: [
            (TransportError(.timedOut, "test"), true), (TransportError(.broken, "test"), true),
            (TransportError(.responseTooLarge, "test"), true), (TransportError(.unreachable, "test"), false),
            (TransportError(.insecure, "test"), false), (TasksAPIError.unexpectedStatus(500), true),
            (TasksAPIError.webPage, true), (TasksAPIError.unexpectedStatus(404), false),
            (TasksAPIError.busy(retryAfter: 7), false),
            (TasksAPIError.suspended(seconds: 1), false), (TasksAPIError.refusedInput, false),
        ] as [(any Error, Bool)])
    func mayBeSaved(_ cause: any Error, _ isSaid: Bool) async throws {
        let words = Catalogue.english.errorPage.mayBeSaved
        for (action, isSaid) in [
            (TaskAction.add("milk", completed: false), isSaid),
            (.change(id: "1", text: "milk", completed: nil), false),
        ] {
            let error = PageError.ofForm(cause, draft: action.draft)
            let page = Markup(try await respond(to: error, session: .sample()).text)
            #expect(page.text("data-error").first?.contains(words) == isSaid)
        }
    }

    @Test("An error page is in the user's language", arguments: Language.allCases) func language(_ language: Language)
        async throws
    {
        let site = try TestSite()
        let pages = site.errorPages
        let context = try await InProcess.context(session: site.request(.sample()))
        context.locale = PageLocale(LanguageChoice(language))
        for kind in [PageError.Kind.noSuchTask, .signIn(.signInLoop), .invalidInput(.emptied)] {
            let response = pages.response(to: PageError(kind), InProcess.request(), context)
            let page = Markup(try await response.text)
            #expect(page.tags("html").first?["lang"] == language.tag)
            #expect(page.text("data-error") == [ErrorText(kind, in: language.words).message])
        }
    }

    @Test("Without a session, typed text can be copied, but there is no form") func copyableText()
        async throws
    {
        let page = Markup(
            try await respond(to: PageError(.signIn(.crossSiteRequest), draft: Draft(text: "milk", retry: .list))).text)
        #expect(page.postForms.isEmpty)
        #expect(page.source.contains("milk</textarea>"))
    }
}
