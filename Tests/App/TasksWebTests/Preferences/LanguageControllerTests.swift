import HTTPTransport
import HTTPTypes
import Hummingbird
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect
@testable import TasksWeb

@Suite struct LanguageControllerTests {
    private func answer(_ query: String, isOverHTTPS: Bool = false) async throws -> Response {
        let router = Router(context: WebContext.self)
        LanguageController(names: SiteCookies(isOverHTTPS: isOverHTTPS)).addRoutes(to: router.group())
        let request = InProcess.request(.get, "/language\(query)")
        let context = try await InProcess.context()
        var response = try await router.buildResponder().respond(to: request, context: context)
        response.set(context.session.responseCookies)
        return response
    }

    @Test("A language is remembered for a year, and the way leads back", arguments: Language.allCases)
    func remembered(_ language: Language) async throws {
        let response = try await answer("?lang=\(language.tag)&returnTo=%2Ftasks%3Fshow%3Dactive")
        #expect(response.status == .seeOther && response.location == "/tasks?show=active")
        #expect(
            response.setCookies == [
                "latchkey-language=\(language.tag); Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax"
            ])
        #expect(response.headers[.cacheControl] == "no-store")
    }

    @Test("Over HTTPS the cookie has the prefix") func overHTTPS() async throws {
        let cookies = try await answer("?lang=de", isOverHTTPS: true).setCookies
        #expect(cookies == ["__Host-latchkey-language=de; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax; Secure"])
    }

    @Test(
        "A language that there is not changes nothing",
        arguments: [
            "", "?lang=", "?lang=fr", "?lang=DE", "?lang=de-AT", "?lang=de%0d%0aSet-Cookie:a=b", "?lang=de&lang=cs",
            "?lang=%ff",
        ])
    func unknown(_ query: String) async throws {
        let response = try await answer(query)
        #expect(response.status == .seeOther && response.location == "/" && response.setCookies.isEmpty)
    }

    @Test("The way back is on this site, or leads to the start") func hostile() async throws {
        for path in HostileReturnPaths.all {
            let response = try await answer("?lang=de&returnTo=\(FormBody.encode(path))")
            #expect(response.location == "/", "\(path.debugDescription)")
            #expect(response.setCookies.count == 1)
        }
        #expect(try await answer("?lang=de&returnTo=/tasks&returnTo=/claims").location == "/")
    }
}
