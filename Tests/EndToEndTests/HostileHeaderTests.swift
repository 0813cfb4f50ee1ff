import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing

/// Header fields that would have the site build addresses for them, and text that would end a header field.
@Suite struct HostileHeaderTests {
    private static func fields(_ pairs: [(String, String)]) throws -> HTTPFields {
        try pairs.reduce(into: [:]) { $0[try #require(HTTPField.Name($1.0))] = $1.1 }
    }

    private static let paths = [
        "/", "/tasks", "/sign-in", "/sign-in?returnTo=/tasks", "/nowhere", "/signed-out",
        "/auth/openid/return?code=a&state=b", "/healthz",
    ]

    @Test(
        "No URL is built from a request's header fields: the site's host is the redirect URI's",
        arguments: [
            [("Forwarded", "for=1.2.3.4;host=evil.example;proto=https")],
            [("X-Forwarded-Host", "evil.example"), ("X-Forwarded-Proto", "https"), ("X-Forwarded-For", "1.2.3.4")],
            [("X-Original-URL", "/evil.example"), ("X-Rewrite-URL", "/evil.example")],
        ])
    func host(_ pairs: [(String, String)]) async throws {
        try await Site.running { site in
            let fields = try Self.fields(pairs)
            let signedIn = try await site.signedIn()
            for browser in [site.browser(), signedIn] {
                for path in Self.paths {
                    let page = try await browser.get(path, headers: fields)
                    #expect(!page.text.contains("evil.example"), "\(path)")
                    for field in page.headers {
                        #expect(!field.value.contains("evil.example"), "\(path): \(field)")
                    }
                    if let location = page.location, !location.hasPrefix("/") {
                        #expect(
                            location.hasPrefix(site.provider.url.description)
                                && location.contains(FormBody.encode(site.url.origin)))
                    }
                }
            }
            let form = try #require(try await signedIn.tasks().form(to: "/sign-out"))
            let out = try await signedIn.submit(form, headers: fields)
            #expect(out.location?.contains(FormBody.encode("\(site.url.origin)/signed-out")) == true)
        }
    }

    @Test(
        "At a loopback name, a request for another host is misdirected, except at the probes",
        arguments: ["evil.example", "evil.example:80", "localhost.evil.example", ""])
    func hostField(_ host: String) async throws {
        try await Site.running { site in
            for path in Self.paths {
                let response = try await rawResponse(
                    to:
                        "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n", at: site.url.port ?? 0)
                #expect(response.hasPrefix("HTTP/1.1 \(path == "/healthz" ? 200 : 421) "), "\(path)")
                #expect(!response.contains("evil.example"), "\(path)")
            }
        }
    }

    @Test(
        "A line end in a parameter ends no header field",
        arguments: [
            "/sign-in?login_hint=a%0D%0AX-Injected:%201", "/sign-in?returnTo=/tasks%0D%0AX-Injected:%201",
            "/sign-in?target_link_uri=%0D%0AX-Injected:%201", "/tasks?show=%0D%0AX-Injected:%201",
            "/tasks?after=a%0d%0aX-Injected:%201",
            "/nowhere%0D%0AX-Injected:%201", "/auth/openid/return?state=a%0D%0AX-Injected:%201&code=b",
            "/auth/openid/return?error=a%0D%0AX-Injected:%201&state=b",
            "/auth/openid/front-channel-logout?iss=%0D%0AX-Injected:%201&sid=a",
        ])
    func lineEnd(_ path: String) async throws {
        try await Site.running { site in
            let name = try #require(HTTPField.Name("X-Injected"))
            for browser in [site.browser(), try await site.signedIn()] {
                let page = try await browser.get(path)
                #expect(page.headers[name] == nil)
                for field in page.headers { #expect(!field.value.contains { $0.isNewline }, "\(field)") }
            }
        }
    }

    @Test("Nothing that a browser sends in its header fields reaches the tasks API")
    func allowList() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let hostile = try Self.fields([
                ("X-Forwarded-For", "marker"), ("Forwarded", "for=_marker"), ("Authorization", "Bearer marker"),
                ("X-Anything", "marker"),
                ("User-Agent", "marker"), ("Accept-Language", "marker"), ("X-Correlation-ID", "marker"),
                ("client-request-id", "marker"),
            ])
            #expect(try await browser.get("/tasks", headers: hostile).status == 200)
            let call = try #require(site.apiServer.requests.last)
            #expect(call.headerFields[.cookie] == nil)
            for field in call.headerFields { #expect(!field.value.contains("marker"), "\(field)") }
        }
    }
}
