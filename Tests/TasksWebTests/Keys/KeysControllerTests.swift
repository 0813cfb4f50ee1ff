import HTTPTransport
import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import Testing

@testable import TasksWeb

@Suite struct KeysControllerTests {
    /// The response to a page's request, or to the form.
    private func answer(
        _ method: HTTPRequest.Method, _ path: String, form: String = "", cookie: String = "", isOverHTTPS: Bool = false,
        fields: HTTPFields = [:]
    ) async throws -> Response {
        let router = Router(context: WebContext.self)
        KeysController(
            names: SiteCookies(isOverHTTPS: isOverHTTPS), pages: try TestSite().pages, origin: "http://localhost:3000"
        ).addRoutes(
            to: router.group())
        let context = try await InProcess.context(session: RequestSession(cookies: RequestCookies([.cookie: cookie])))
        context.form = FormBody(parsing: form) ?? FormBody()
        return try await router.buildResponder().respond(to: InProcess.request(method, path, fields), context: context)
    }

    @Test(
        "That single keys are off is remembered for a year, where the page's script can read it",
        arguments: [false, true])
    func off(_ isOverHTTPS: Bool) async throws {
        let response = try await answer(.post, "/keys/choice", form: "off=true", isOverHTTPS: isOverHTTPS)
        #expect(response.status == .seeOther && response.location == "/keys")
        let (prefix, suffix) = isOverHTTPS ? ("__Host-", "; Secure") : ("", "")
        #expect(response.setCookies == ["\(prefix)latchkey-keys=off; Max-Age=31536000; Path=/; SameSite=Lax\(suffix)"])
    }

    @Test(
        "Anything else switches them on again",
        arguments: ["", "off=", "off=false", "off=true&off=true", "on=true"])
    func on(_ form: String) async throws {
        let response = try await answer(.post, "/keys/choice", form: form, cookie: "latchkey-keys=off")
        #expect(response.status == .seeOther && response.location == "/keys")
        #expect(response.setCookies == ["latchkey-keys=; Max-Age=0; Path=/; SameSite=Lax"])
    }

    @Test(
        "Another site can't choose",
        arguments: [[.secFetchSite: "cross-site"], [.origin: "https://evil.example"]] as [HTTPFields])
    func otherSite(_ fields: HTTPFields) async throws {
        await expectPageError(.forged) {
            _ = try await answer(.post, "/keys/choice", form: "off=true", fields: fields)
        }
    }

    @Test(
        "The page says how it is, and changes nothing",
        arguments: [("latchkey-keys=off", true), ("", false), ("latchkey-keys=x", false)])
    func page(_ cookie: String, _ isOff: Bool) async throws {
        let response = try await answer(.get, "/keys", cookie: cookie)
        let page = Markup(try await response.text)
        #expect(response.setCookies.isEmpty)
        #expect(page.tags("input").filter { $0["name"] == "off" }.map { $0["checked"] != nil } == [isOff])
        #expect(page.tags("form").filter { $0["action"] == "/keys/choice" }.map { $0["method"] } == ["post"])
        #expect(page.tags("button").count == 1, "it works without scripts")
    }
}
