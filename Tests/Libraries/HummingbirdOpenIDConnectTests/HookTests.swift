import HTTPTransport
import HTTPTypes
import Hummingbird
import MisbehavingProvider
import OpenIDConnect
import SiteTesting
import TestSupport
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect

@Suite struct HookTests {
    /// Hooks whose error page names the kind of error.
    private static var withErrorPages: SignInHooks<BasicSignInRequestContext> {
        var hooks = SignInHooks<BasicSignInRequestContext>()
        hooks.errorPage = { error, _, context in
            guard error.kind != .unreadableLink else { return nil }
            let page = "sorry, \(context.session.user?.name ?? "stranger"): \(error)"
            return Response(status: error.status, body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
        }
        return hooks
    }

    @Test("The application's page is shown for an error, with the cookies that the error sets")
    func errorPage() async throws {
        try await TestSite.running(hooks: Self.withErrorPages) { site in
            let browser = site.browser()
            site.provider.change { $0.idToken = .wrongAudience }
            let response = try await browser.follow(try await browser.startSignIn())
            #expect(response.status == .badRequest && response.text.hasPrefix("sorry, stranger: "))
            #expect(browser.cookieNames.isEmpty)
            let other = try await browser.get("/sign-in/return?code=c&state=unknown")
            #expect(other.status == .badRequest && other.text.contains("unknownSignIn"))
            let tooMany = String(repeating: "a&", count: 1001)
            #expect(try await browser.get("/sign-in?\(tooMany)").text == "The link to the sign-in can't be read.\n")
        }
    }

    @Test("The application's page is shown for a request of another site, and while no store was ever reached")
    func errorPageOfMiddleware() async throws {
        try await TestSite.running(hooks: Self.withErrorPages) { site in
            let browser = try await site.signedIn()
            let foreign = try await browser.post("/note", from: [.secFetchSite: "cross-site"])
            #expect(foreign.status == .forbidden && foreign.text.hasPrefix("sorry, "))
            #expect(foreign.text.contains("crossSiteRequest") && !foreign.text.contains("stranger"))
            try await site.replica(store: SwitchableSessionStore(isAvailable: false)) { replica in
                let page = try await replica.browser(browser.cookies).get("/account")
                #expect(page.status == .serviceUnavailable && page.text.hasPrefix("sorry, stranger: "))
            }
        }
    }

    @Test("A navigation that is sent to sign-in gets no error page, and neither does a background request")
    func redirect() async throws {
        try await TestSite.running(hooks: Self.withErrorPages) { site in
            let response = try await site.browser().get("/account")
            #expect(response.status == .seeOther && response.location == "/sign-in?returnTo=%2Faccount")
            let fetched = try await site.browser().fetch("/account")
            #expect(fetched.status == .unauthorized && fetched.headers[.contentType] == "application/problem+json")
        }
    }

    @Test("The application's error page has the header fields that the error requires") func requiredFields()
        async throws
    {
        try await TestSite.running(hooks: Self.withErrorPages) { site in
            let browser = try await site.signedIn()
            site.store.fail()
            let signedOut = try await browser.post("/sign-out")
            #expect(signedOut.status == .serviceUnavailable && signedOut.text.contains("signedOutLocally"))
            #expect(signedOut.headers[.clearSiteData] != nil && browser.cookieNames.isEmpty)
            site.store.recover()
            site.provider.change { $0.code = .busy(503, retryAfter: "7") }
            let busy = try await browser.follow(try await browser.startSignIn())
            #expect(busy.status == .serviceUnavailable && busy.headers[.retryAfter] != nil)
            #expect(busy.text.hasPrefix("sorry, "))
        }
    }

    @Test("The application can change the parameters of an authorization request")
    func request() async throws {
        var hooks = SignInHooks<BasicSignInRequestContext>()
        hooks.authorizationRequest = { asked, route, request, _ in
            asked.maxAge = 60
            asked.acrValues = "gold"
            asked.loginHint = "\(route.path) \(request.uri.queryParameters["login_hint"] ?? "")"
        }
        try await TestSite.running(hooks: hooks) { site in
            let browser = site.browser()
            let address = try #require(try await browser.get("/sign-in?login_hint=alice").location)
            let query = try #require(HTTPURL(address)?.query.flatMap { FormBody(parsing: $0) })
            #expect(query[single: "max_age"] == "60" && query[single: "acr_values"] == "gold")
            #expect(query[single: "login_hint"] == "/sign-in alice")

            // An authority that requires interaction first is asked for the same again.
            site.provider.change { $0.code = .error("interaction_required") }
            let again = try #require(try await browser.follow(try await browser.startSignIn()).location)
            let repeated = try #require(HTTPURL(again)?.query.flatMap { FormBody(parsing: $0) })
            #expect(repeated[single: "max_age"] == "60" && repeated[single: "acr_values"] == "gold")
        }
    }
}
