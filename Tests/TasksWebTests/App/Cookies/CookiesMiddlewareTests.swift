import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import TestSupport
import Testing

@testable import TasksWeb

@Suite struct CookiesMiddlewareTests {
    private let names = SiteCookies(isOverHTTPS: false)
    private let site: TestSite
    private let middleware: CookiesMiddleware

    init() throws {
        site = try TestSite()
        middleware = CookiesMiddleware(signIn: site.signIn)
    }

    @Test("What is behind it reads the request's cookies") func reads() async throws {
        let context = try await InProcess.context()
        let request = InProcess.request(.get, "/", [.cookie: "a=b; latchkey-keys=off"])
        _ = try await middleware.handle(request, context: context) { _, context in
            #expect(context.cookies["latchkey-keys"] == "off")
            return Response(status: .ok)
        }
    }

    @Test("Cookies gathered on the way are set with an error's page, too") func gathered() async throws {
        let pages = site.errorPages
        let field = names.attributes.setting(names.undo, to: "x", maxAge: 9)
        let response = try await middleware.answer(InProcess.request()) { request, context in
            try await pages.handle(request, context: context) { _, context in
                context.responseCookies.add([field])
                throw PageError(.forbidden)
            }
        }
        #expect(response.status == .forbidden && response.setCookies == [field])
    }

    @Test("Of two fields for one name the last one is sent, and those gathered are the last") func twice()
        async throws
    {
        let response = try await middleware.answer(InProcess.request()) { _, context in
            context.responseCookies.add([names.attributes.expiring(names.undo)])
            context.responseCookies.add([names.attributes.setting(names.accounts, to: "a", maxAge: 9)])
            return Response(
                seeOther: "/",
                setting: [
                    names.attributes.setting(names.undo, to: "x", maxAge: 9), names.attributes.expiring(names.accounts),
                ])
        }
        #expect(
            response.setCookies == [
                names.attributes.expiring(names.undo), names.attributes.setting(names.accounts, to: "a", maxAge: 9),
            ])
    }

    @Test("A response without a cookie of its own, too, makes too many fit") func noFields() async throws {
        let fields = [(SiteCookies.prefix, 12_000), (names.accounts, 2000)].map {
            names.attributes.setting($0, to: String(repeating: "x", count: $1), maxAge: 9)
        }
        let response = try await middleware.answer(
            InProcess.request(.get, "/", [.cookie: CookieJar(fields).header]))
        #expect(response.setCookies == [names.attributes.expiring(names.accounts)])
    }
}
