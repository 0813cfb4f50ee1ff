import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import Testing
import WebSupport

@testable import TasksWeb

@Suite struct PageLanguagesTests {
    private func locale(_ request: Request, isOverHTTPS: Bool = false) -> PageLocale {
        PageLanguages(names: SiteCookies(isOverHTTPS: isOverHTTPS), origin: "http://localhost:3000")
            .locale(of: request, carrying: RequestCookies(request.headers))
    }

    @Test("The language of the cookie goes before the browser's languages") func cookie() {
        let fields: HTTPFields = [.cookie: "a=b; latchkey-language=cs", .acceptLanguage: "de"]
        #expect(locale(InProcess.request(.get, "/", fields)).choice.language == .czech)
        #expect(locale(InProcess.request(.get, "/", [.acceptLanguage: "de"])).choice.language == .german)
        #expect(locale(InProcess.request()).choice == LanguageChoice(.english, isAsked: false))
    }

    @Test("Over HTTPS only the language's cookie with the prefix counts") func prefix() {
        let plain = locale(InProcess.request(.get, "/", [.cookie: "latchkey-language=cs"]), isOverHTTPS: true)
        #expect(plain.choice.language == .english)
        let prefixed = locale(
            InProcess.request(.get, "/", [.cookie: "__Host-latchkey-language=cs"]), isOverHTTPS: true)
        #expect(prefixed.choice.language == .czech)
    }

    @Test(
        "The page to return to is the one that is shown, or the one with the form",
        arguments: [
            (.get, "/tasks?show=active", nil, "/tasks?show=active"),
            (.get, "/auth/openid/return?code=secret", nil, nil),
            (.get, "/sign-in", nil, nil), (.post, "/tasks/7", nil, nil),
            (.post, "/tasks/7", "http://localhost:3000/tasks?show=active", "/tasks?show=active"),
            (.post, "/tasks/7", "http://evil.example/tasks", nil),
        ] as [(HTTPRequest.Method, String, String?, String?)])
    func page(_ method: HTTPRequest.Method, _ path: String, _ referrer: String?, _ page: String?) {
        var fields: HTTPFields = [:]
        fields[.referer] = referrer
        #expect(locale(InProcess.request(method, path, fields)).page == page)
    }
}
