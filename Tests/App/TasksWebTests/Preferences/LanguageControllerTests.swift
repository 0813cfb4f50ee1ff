import HTTPTransport
import HTTPTypes
import Hummingbird
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect
@testable import TasksWeb

@Suite struct LanguageControllerTests {
    private func respond(to query: String, isOverHTTPS: Bool = false) async throws -> Response {
        let router = Router(context: WebContext.self)
        LanguageController(names: SiteCookies(isOverHTTPS: isOverHTTPS)).addRoutes(to: router.group())
        let request = InProcess.request(.get, "/language\(query)")
        let context = try await InProcess.context()
        var response = try await router.buildResponder().respond(to: request, context: context)
        response.set(context.session.responseCookies)
        return response
    }

    @Test("A chosen language is remembered for a year, and the user returns to the page", arguments: Language.allCases)
    func remembered(_ language: Language) async throws {
        let response = try await respond(to: "?lang=\(language.tag)&returnTo=%2Ftasks%3Fshow%3Dactive")
        #expect(response.status == .seeOther && response.location == "/tasks?show=active")
        #expect(
            response.setCookies == [
                "latchkey-language=\(language.tag); Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax"
            ])
        #expect(response.headers[.cacheControl] == "no-store")
    }

    @Test("Over HTTPS the language's cookie has the prefix") func overHTTPS() async throws {
        let cookies = try await respond(to: "?lang=de", isOverHTTPS: true).setCookies
        #expect(cookies == ["__Host-latchkey-language=de; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax; Secure"])
    }

    @Test(
        "An unknown language changes nothing",
        arguments: [
            "", "?lang=", "?lang=fr", "?lang=DE", "?lang=de-AT", "?lang=de%0d%0aSet-Cookie:a=b", "?lang=de&lang=cs",
            "?lang=%ff",
        ])
    func unknown(_ query: String) async throws {
        let response = try await respond(to: query)
        #expect(response.status == .seeOther && response.location == "/" && response.setCookies.isEmpty)
    }

    @Test("After the choice of a language the user returns to a page of this site, or to the start") func hostile()
        async throws
    {
        for path in HostileReturnPaths.all {
            let response = try await respond(to: "?lang=de&returnTo=\(FormBody.encode(path))")
            #expect(response.location == "/", "\(path.debugDescription)")
            #expect(response.setCookies.count == 1)
        }
        #expect(try await respond(to: "?lang=de&returnTo=/tasks&returnTo=/claims").location == "/")
    }
}
