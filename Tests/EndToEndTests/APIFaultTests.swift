import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import Synchronization
import TestSupport
import Testing
import WebSupport

/// A tasks API that is unreachable or slow, refuses, or sends nonsense.
@Suite struct APIFaultTests {
    static let faults: [(name: String, response: LoopbackResponse, status: HTTPResponse.Status)] = [
        ("500", LoopbackResponse(.internalServerError), 502), ("404", LoopbackResponse(.notFound), 502),
        ("418", LoopbackResponse(.init(code: 418)), 502),
        ("204", LoopbackResponse(.noContent), 502), ("403", LoopbackResponse(.forbidden), 403),
        ("400", LoopbackResponse(.badRequest), 422),
        ("422", LoopbackResponse(.unprocessableContent), 422), ("503", LoopbackResponse(.serviceUnavailable), 503),
        ("HTML", LoopbackResponse(headerFields: [.contentType: "text/html"], body: "<h1>Proxy</h1>"), 502),
        ("an object", .json("{}"), 502),
        ("half a list", .json(#"[{"id":"1","task":"#), 502), ("nothing", LoopbackResponse(), 502),
        ("items that are none", .json("[1,2]"), 502),
        ("a text that is none", .json(#"[{"id":"1","task":7}]"#), 502),
        ("bytes", LoopbackResponse(body: [0xFF, 0xFE, 0x00]), 502),
        ("no response", .drop, 502),
        ("a reset", .reset, 502), ("no HTTP", .raw("hello\r\n\r\n"), 502),
        ("an unknown coding", LoopbackResponse(headerFields: [.contentEncoding: "br"], body: "[]"), 502),
        ("no gzip", LoopbackResponse(headerFields: [.contentEncoding: "gzip"], body: "[]"), 502),
        ("two lengths", .raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n[]"), 502),
        ("a redirect", LoopbackResponse(.temporaryRedirect, headerFields: [.location: "http://127.0.0.1:1/"]), 502),
    ]

    @Test("If the API is busy, the page says when to try again, as the API does")
    func retryAfter() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            for (field, seconds) in [("17", "17"), ("3600", "5")] {
                site.api.respond(always: LoopbackResponse(.serviceUnavailable, headerFields: [.retryAfter: field]))
                let page = try await browser.get("/tasks")
                site.expectErrorPage(page, 503)
                #expect(page["Retry-After"] == seconds)
            }
        }
    }

    @Test("If the API's list can't be fetched, the page says so, and the session stays", arguments: faults)
    func list(name: String, response: LoopbackResponse, status: HTTPResponse.Status) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            site.api.respond(always: response)
            let page = try await browser.get("/tasks")
            site.expectErrorPage(page, status)
            #expect(page.cookies == [])
            #expect(page.userName == "Alice")
            #expect(!page.text.contains("Change the text"), "nothing has been entered")
            site.api.behave()
            _ = try await browser.tasks()
        }
    }

    @Test(
        "A failed addition is reported, sent once, and the typed text stays",
        arguments: faults.filter {
            ![
                "204", "an object", "half a list", "nothing", "items that are none", "a text that is none",
                "bytes",
            ].contains($0.name)
        })
    func add(name: String, response: LoopbackResponse, status: HTTPResponse.Status) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let form = try #require(try await browser.tasks().form(to: "/tasks"))
            site.api.respond(always: response)
            let page = try await browser.submit(form.with("task", "Buy <milk>"))
            site.expectErrorPage(page, status)
            #expect(site.apiServer.requests.count { $0.method == .post } == 1)
            site.api.behave()
            let again = try #require(page.forms.first { $0.fields["task"] == "Buy <milk>" })
            #expect(try await browser.submit(again).status == 303)
            #expect(try await browser.tasks().tasks == ["Buy <milk>"])
        }
    }

    @Test("An API that is too slow is a 504 page, and the session stays")
    func slow() async throws {
        try await Site.running(changing: { $0.apiTimeout = .seconds(10) }) { site in
            let browser = try await site.signedIn()
            let form = try #require(try await browser.tasks().form(to: "/tasks"))
            site.api.respond(always: .never)
            site.expectErrorPage(try await browser.get("/tasks"), 504)
            let page = try await browser.submit(form.with("task", "milk"))
            site.expectErrorPage(page, 504)
            #expect(page.forms.contains { $0.fields["task"] == "milk" })
            site.api.behave()
            _ = try await browser.tasks()
        }
    }

    @Test("An unreachable API is a 502 page, and the readiness probe names it")
    func unreachable() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            // No faster than the probe may always send requests, so that it sends one afterwards, too.
            try await eventually(every: .seconds(2)) { try await browser.get("/readyz").status == 200 }
            await site.apiServer.stop()
            site.expectErrorPage(try await browser.get("/tasks"), 502)
            let ready = try await browser.get("/readyz")
            #expect(ready.status == 503)
            #expect(ready.text.contains(#""taskWebAPI":"away""#))
            #expect(ready["Content-Type"]?.hasPrefix("application/json") == true)
        }
    }

    @Test("A change of a task that is gone is a 404 page with the typed text")
    func goneTask() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let csrf = try #require(try await browser.tasks().csrf)
            let page = try await browser.post("/tasks/gone", FormBody([("csrf", csrf), ("task", "was typed")]))
            site.expectErrorPage(page, 404)
            let form = try #require(page.forms.first { $0.fields["task"] == "was typed" })
            #expect(try await browser.submit(form).status == 303)
            #expect(try await browser.tasks().tasks == ["was typed"])
        }
    }

    @Test("Odd fields of the API's items are ignored")
    func oddItems() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            site.api.respond(
                always: .json(
                    #"[{"id":"a","task":"one"},{"id":"b","task":"t\u00fc\ud83d\udc69","completed":true,"x":{"y":[1]},"creationDate":"never"},{"id":3,"task":"three","owner":null}]"#
                ))
            let page = try await browser.tasks()
            #expect(page.tasks == ["one", "tü👩", "three"])
            #expect(page.taskIDs == ["a", "b", "3"])
        }
    }

    @Test("A redirect or a link of the API's sends the token nowhere")
    func tokenStaysHere() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let elsewhere = try await LoopbackServer.start { _ in .json("[]") }
            let place = try elsewhere.url("/tasks").description
            site.api.respond(always: LoopbackResponse(.temporaryRedirect, headerFields: [.location: place]))
            #expect(try await browser.get("/tasks").status == 502)
            site.api.respond(
                always: LoopbackResponse(
                    headerFields: [.init("Link") ?? .via: "<\(place)>; rel=\"next\""], body: #"[{"id":"1","task":"x"}]"#
                ))
            let page = try await browser.tasks()
            #expect(!page.text.contains(place))
            #expect(elsewhere.connectionsAccepted == 0)
            await elsewhere.stop()
        }
    }

    // MARK: 401

    @Test("After a 401 by the API there is one refresh and one more try")
    func refusedOnce() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            site.provider.endAccessTokens()
            site.api.respond { Self.refuse($0, by: site.provider) }
            let page = try await browser.tasks()
            #expect(page.cookies.contains { $0.name == "latchkey" && !$0.isExpiring })
            #expect(
                site.provider.requests(at: .token).map { $0["grant_type"] } == ["authorization_code", "refresh_token"])
            #expect(site.apiServer.requests.count == 2)
            #expect(site.provider.problems == [])
            _ = try await browser.tasks()
            #expect(site.provider.requests(at: .token).count == 2)
        }
    }

    @Test("A 401 that a refresh doesn't fix leads to sign-in and back, and the session ends")
    func refusedTwice() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let copy = browser.copy()
            site.api.respond(always: .unauthorized)
            let page = try await browser.get("/tasks?show=active")
            #expect(page.status == 303)
            #expect(page.locationPath == "/sign-in")
            #expect(
                FormBody(parsing: page.locationQuery ?? "")?[single: "returnTo"]
                    == "/tasks?show=active")
            #expect(browser.sessionCookies == [])
            #expect(site.apiServer.requests.count == 2)
            try await site.expectSignedOut(copy)
            // Sign-in, and the API refuses again: no circle, but a page.
            let provider = try await browser.follow(try await browser.follow(page))
            let back = try await browser.follow(provider)
            #expect(back.location == "/tasks?show=active")
            site.expectErrorPage(try await browser.follow(back), 502)
            site.api.behave()
            #expect(try await browser.tasks("/tasks?show=active").userName == "Alice")
        }
    }

    @Test("A v1 token of Microsoft Entra is named by the API's log and by the page after the new sign-in")
    func entraVersion1() async throws {
        try await Site.running { site in
            let issuer = "https://sts.windows.net/0d8f2b61-7a4c-4e95-b3d0-6c1e9f52a7b8/"
            site.provider.change { $0.accessTokenClaims = ["iss": .string(issuer)] }
            let browser = try await site.signedIn()
            let first = try await browser.get("/tasks")
            #expect(first.locationPath == "/sign-in")
            #expect(site.log.lines.contains { $0.contains("v1 token") && $0.contains(issuer) })
            #expect(site.log.lines.contains { $0.contains("requestedAccessTokenVersion to 2") })
            let back = try await browser.follow(try await browser.follow(try await browser.follow(first)))
            let page = try await browser.follow(back)
            site.expectErrorPage(page, 502)
            #expect(page.error?.contains("v1 token") == true)
            #expect(page.error?.contains("requestedAccessTokenVersion to 2") == true)
        }
    }

    @Test("A 401 without a refresh token leads to sign-in at once")
    func refusedWithoutRefreshToken() async throws {
        try await Site.running { site in
            site.provider.change { $0.code = .noRefreshToken }
            let browser = try await site.signedIn()
            site.api.respond(always: .unauthorized)
            #expect(try await browser.get("/tasks").locationPath == "/sign-in")
            #expect(site.apiServer.requests.count == 1)
            #expect(browser.sessionCookies == [])
        }
    }

    @Test("A request that is no navigation gets 401 in JSON, even if the API refused its token")
    func refusedFetch() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            site.api.respond(always: .unauthorized)
            let page = try await browser.get("/tasks", headers: [.secFetchMode: "cors"])
            #expect(page.status == 401)
            #expect(page["Content-Type"] == "application/problem+json")
            #expect(!page.cookies.contains { !$0.isExpiring })
        }
    }

    /// 401 if the token isn't valid, as from an API that introspects tokens at the provider.
    static func refuse(_ request: RecordedRequest, by provider: ScriptedProvider) -> LoopbackResponse? {
        let token = request.headerFields[.authorization]?.dropFirst("Bearer ".count) ?? ""
        return provider.user(ofAccessToken: String(token)) == nil ? .unauthorized : nil
    }
}
