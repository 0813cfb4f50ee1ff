import HTTPTransport
import HTTPTypes
import Hummingbird
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect
@testable import TasksWeb

@Suite struct KeysControllerTests {
    /// The response to a page's request, or to the form.
    private func send(
        _ method: HTTPRequest.Method, _ path: String, form: String = "", cookie: String = "", isOverHTTPS: Bool = false,
        isSignedIn: Bool = true
    ) async throws -> Response {
        let site = try TestSite()
        let router = Router(context: WebContext.self)
        let keys = KeysController(names: SiteCookies(isOverHTTPS: isOverHTTPS), pages: site.pages)
        keys.addRoutes(to: router.group())
        keys.addRoutes(to: router.group(context: SignedInUserContext.self))
        let session = site.request(isSignedIn ? .sample() : nil, RequestCookies([.cookie: cookie]))
        let context = try await InProcess.context(session: session)
        context.form = FormBody(parsing: form) ?? FormBody()
        var response = try await router.buildResponder().respond(to: InProcess.request(method, path), context: context)
        response.set(context.session.responseCookies)
        return response
    }

    @Test(
        "The choice to switch single keys off is remembered for a year, where the page's script can read it",
        arguments: [false, true])
    func off(_ isOverHTTPS: Bool) async throws {
        let response = try await send(.post, "/keys/choice", form: "off=true", isOverHTTPS: isOverHTTPS)
        #expect(response.status == .seeOther && response.location == "/keys")
        let (prefix, suffix) = isOverHTTPS ? ("__Host-", "; Secure") : ("", "")
        #expect(response.setCookies == ["\(prefix)latchkey-keys=off; Max-Age=31536000; Path=/; SameSite=Lax\(suffix)"])
    }

    @Test(
        "Any other choice switches single keys on again",
        arguments: ["", "off=", "off=false", "off=true&off=true", "on=true"])
    func on(_ form: String) async throws {
        let response = try await send(.post, "/keys/choice", form: form, cookie: "latchkey-keys=off")
        #expect(response.status == .seeOther && response.location == "/keys")
        #expect(response.setCookies == ["latchkey-keys=; Max-Age=0; Path=/; SameSite=Lax"])
    }

    @Test("The choice of single keys needs a session, because without one no token says which page the form is on")
    func signedOut() async throws {
        let page = Markup(try await send(.get, "/keys", isSignedIn: false).text)
        #expect(page.tags("form").filter { $0["action"] == "/keys/choice" }.isEmpty)
        #expect(page.tags("kbd").count == 4)
        let response = try await send(.post, "/keys/choice", form: "off=true", isSignedIn: false)
        #expect(response.status == .unauthorized && response.setCookies.isEmpty)
    }

    @Test(
        "The page of single keys shows the choice, and changes nothing",
        arguments: [("latchkey-keys=off", true), ("", false), ("latchkey-keys=x", false)])
    func page(_ cookie: String, _ isOff: Bool) async throws {
        let response = try await send(.get, "/keys", cookie: cookie)
        let page = Markup(try await response.text)
        #expect(response.setCookies.isEmpty)
        #expect(page.tags("input").filter { $0["name"] == "off" }.map { $0["checked"] != nil } == [isOff])
        let form = try #require(page.postForms.first { $0.action == "/keys/choice" })
        #expect(form.fields.contains { $0.name == "csrf" && !$0.value.isEmpty })
        #expect(page.tags("button").count == 2, "one for sign-out, and one so that it works without scripts")
    }
}
