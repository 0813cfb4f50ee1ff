import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import OpenIDConnect
import SiteTesting
import Testing

/// The language of the pages: requested, chosen, remembered, and passed to the provider.
@Suite struct LanguageTests {
    @Test("Every page is in the browser's language, an error page too")
    func asked() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            for (path, status) in [
                ("/tasks", 200), ("/claims", 200), ("/sessions", 200), ("/signed-out", 200), ("/keys", 200),
                ("/x", 404),
            ] as [(String, HTTPResponse.Status)] {
                let page = try await browser.get(path, headers: [.acceptLanguage: "fr, de-AT;q=0.9, en;q=0.1"])
                #expect(page.status == status)
                #expect(page.text.contains("<html lang=\"de\">"), "\(path)")
            }
            #expect(try await site.browser().get("/", headers: [.acceptLanguage: "ja"]).text.contains("サインイン"))
            #expect(try await browser.get("/tasks").text.contains("<html lang=\"en\""))
        }
    }

    @Test("The language that a user chose goes before the browser's, and outlives the sign-out")
    func chosen() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let response = try await browser.get("/language?lang=cs&returnTo=/tasks")
            #expect(response.status == 303 && response.location == "/tasks")
            #expect(browser.cookies["latchkey-language"] == "cs")
            let page = try await browser.get("/tasks", headers: [.acceptLanguage: "de"])
            #expect(page.text.contains("<html lang=\"cs\"") && page.text.contains("Odhlásit se"))
            #expect(page.cookies.isEmpty)
            _ = try await browser.signOut()
            #expect(browser.cookies == ["latchkey-language": "cs"])
            #expect(try await browser.get("/signed-out").text.contains("Jste odhlášeni"))
            _ = try await browser.get("/language?lang=xx")
            #expect(browser.cookies["latchkey-language"] == "cs")
        }
    }

    @Test(
        "The provider gets one language; the operator's is for browsers that request none"
    )
    func provider() async throws {
        try await Site.running(changing: { $0.extraParameters = FormBody([("ui_locales", "fr")]) }) { site in
            _ = try await site.browser().startSignIn()
            let reader = site.browser()
            _ = try await reader.get("/language?lang=hu")
            _ = try await reader.startSignIn()
            let asked = site.provider.requests(at: .authorization).map {
                $0.query.fields.filter { $0.name == "ui_locales" }.map(\.value)
            }
            #expect(asked == [["fr"], ["hu"]])
        }
    }
}
