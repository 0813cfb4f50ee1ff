import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import OpenIDConnect
import SiteTesting
import TestSupport
import Testing
import WebSupport

/// Methods, sizes, header fields: what every response has, whatever the request.
@Suite struct RequestTests {
    static let securityFields = [
        "Content-Security-Policy", "X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy",
        "Cross-Origin-Resource-Policy",
        "Permissions-Policy",
        "Cross-Origin-Opener-Policy",
    ]

    @Test("Every response has the security header fields, errors and files too")
    func securityHeaders() async throws {
        try await Site.running { site in
            let signedIn = try await site.signedIn()
            let tasks = try await signedIn.tasks()
            let file = try #require(Self.asset(in: tasks))
            var pages = [
                tasks, try await signedIn.post("/tasks", FormBody()), try await signedIn.get("/tasks", method: .put),
            ]
            for path in [
                "/", "/tasks", "/claims", "/sign-in", "/nowhere", "/healthz", "/readyz", "/signed-out",
                "/auth/openid/return", file,
            ] {
                pages.append(try await site.browser().get(path))
            }
            pages.append(try await site.browser().post("/tasks", body: String(repeating: "x", count: 65_537)))
            for page in pages {
                for name in Self.securityFields {
                    #expect(page[name]?.isEmpty == false, "\(page.url.path) \(page.status): \(name)")
                }
                let policy = page["Content-Security-Policy"] ?? ""
                #expect(
                    !policy.contains("unsafe") && policy.contains("default-src 'none'")
                        && policy.contains("frame-ancestors 'none'"))
                #expect(policy.contains("form-action 'self' https: \(site.provider.url.origin)"))
            }
        }
    }

    static let refusedMethods: [(HTTPRequest.Method, String, String)] = [
        (HTTPRequest.Method.delete, "/tasks", "GET, HEAD, POST"), (.put, "/tasks/1", "POST"),
        (.post, "/", "GET, HEAD"), (.post, "/claims", "GET, HEAD"), (.put, "/sign-in", "GET, HEAD"),
        (.delete, "/sign-out", "POST"),
        (.get, "/sign-out", "POST"),
        (.put, "/auth/openid/return", "GET, HEAD"), (.post, "/auth/openid/return", "GET, HEAD"),
        (.get, "/tasks/1/delete", "POST"),
        (.post, "/signed-out", "GET, HEAD"),
        (.trace, "/tasks", "GET, HEAD, POST"), (.options, "/tasks", "GET, HEAD, POST"),
    ]

    @Test("A known path with another method is a 405 with the allowed ones", arguments: refusedMethods)
    func otherMethods(method: HTTPRequest.Method, path: String, allow: String) async throws {
        try await Site.running { site in
            for browser in [site.browser(), try await site.signedIn()] {
                let page = try await browser.get(path, method: method)
                #expect(page.status == 405, "\(page.location ?? "")")
                #expect(
                    page["Allow"]?.split(separator: ",").map { $0.trimmed }.sorted()
                        == allow.split(separator: ",").map { $0.trimmed }.sorted())
            }
        }
    }

    @Test(
        "HEAD has the response of GET, without the body",
        arguments: ["/", "/tasks", "/claims", "/nowhere", "/healthz", "/signed-out"])
    func head(path: String) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let get = try await browser.get(path)
            let head = try await browser.get(path, method: .head)
            #expect(head.status == get.status)
            #expect(head.body.isEmpty)
            #expect(head["Content-Type"] == get["Content-Type"])
            #expect(head["Location"] == get["Location"])
        }
    }

    @Test("With response mode form_post the redirect URI accepts POST, too") func formPost() async throws {
        try await Site.running(changing: { $0.responseMode = .formPost }) { site in
            let page = try await site.browser().get("/auth/openid/return", method: .put)
            #expect(page.status == 405 && page["Allow"] == "GET, HEAD, POST")
        }
    }

    @Test("HEAD at the redirect URI sets no cookie and consumes no state", arguments: [ResponseMode.query, .formPost])
    func headAtRedirectURI(_ mode: ResponseMode) async throws {
        try await Site.running(changing: { $0.responseMode = mode }) { site in
            let browser = site.browser()
            let provider = try await browser.startSignIn()
            let cookies = browser.cookies
            let form = provider.forms.first
            let target = try #require(provider.location ?? form.map { "\($0.action)?\($0.body.encoded)" })
            let head = try await browser.get(target, method: .head)
            #expect(head.status == 200 && head.body.isEmpty && head["Cache-Control"] == "no-store")
            #expect(head.cookies == [] && head.location == nil && browser.cookies == cookies)
            #expect(site.provider.requests(at: .token).isEmpty)
            let response = if let form { try await browser.submit(form) } else { try await browser.follow(provider) }
            #expect(response.location == "/tasks")
            #expect(try await browser.get(target, method: .head).cookies == [])
            try await site.expectSignedIn(browser)
        }
    }

    @Test("A body over 64 KiB is a 413, and one of 64 KiB is read")
    func bodySize() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let csrf = try await site.csrf(browser)
            let start = "csrf=\(csrf)&task="
            let fits = try await browser.post(
                "/tasks", body: start + String(repeating: "x", count: 65_536 - start.utf8.count))
            #expect(fits.status == 422)
            let page = try await browser.post(
                "/tasks", body: start + String(repeating: "x", count: 65_537 - start.utf8.count))
            #expect(page.status == 413)
            #expect(page.error?.isEmpty == false)
            let signedOut = try await site.browser().post("/sign-out", body: String(repeating: "x", count: 200_000))
            #expect(signedOut.status == 413)
        }
    }

    @Test("Header fields over 64 KiB are a 431")
    func headerSize() async throws {
        try await Site.running { site in
            let page = try await site.browser().get("/", headers: [.userAgent: String(repeating: "x", count: 70_000)])
            #expect(page.status == 431)
            #expect(
                try await site.browser().get("/", headers: [.userAgent: String(repeating: "x", count: 30_000)]).status
                    == 200)
        }
    }

    @Test(
        "An unknown path is a 404 page, signed in or out",
        arguments: ["/nowhere", "/tasks/1/2/3", "/assets/none.css", "/.git/config", "//x", "/%00", "/auth/openid"])
    func unknownPath(path: String) async throws {
        try await Site.running { site in
            site.expectErrorPage(try await site.browser().get(path), 404)
            let page = try await site.signedIn().get(path)
            site.expectErrorPage(page, 404)
            #expect(page.userName == "Alice")
        }
    }

    @Test("A post to an unknown path is a 404 page, whatever its body is") func unknownPathPosted()
        async throws
    {
        try await Site.running { site in
            for browser in [site.browser(), try await site.signedIn()] {
                site.expectErrorPage(try await browser.post("/nowhere", FormBody([("task", "milk")])), 404)
                site.expectErrorPage(try await browser.post("/sign-up", FormBody()), 404)
            }
        }
    }

    @Test(
        "A request that is no navigation is never sent to sign-in: it gets 401 in JSON and no cookie",
        arguments: [
            [.secFetchMode: "cors"], [.secFetchMode: "no-cors"], [.secPurpose: "prefetch"],
            [.secPurpose: "prefetch;prerender"], [.xPurpose: "preview"],
            [.accept: "application/json"],
            [.accept: "image/avif,image/png"],
        ] as [HTTPFields], ["/tasks", "/claims", "/sign-in", "/tasks?show=active"])
    func noNavigation(headers: HTTPFields, path: String) async throws {
        try await Site.running { site in
            let page = try await site.browser().get(path, headers: headers)
            #expect(page.status == 401)
            #expect(page["Content-Type"] == "application/problem+json")
            #expect(page.cookies == [])
            #expect(page.location == nil)
            #expect(site.provider.requests(at: .authorization).isEmpty)
        }
    }

    @Test(
        "A request is a navigation by its header fields, or if it has none of them",
        arguments: [
            [.accept: "*/*"], [.accept: "text/html"], [.accept: "application/xhtml+xml;q=0.9"], [.accept: "TEXT/HTML"],
        ] as [HTTPFields])
    func navigation(headers: HTTPFields) async throws {
        try await Site.running { site in
            let page = try await site.browser().get("/tasks?show=active", headers: headers)
            #expect(page.status == 303)
            #expect(page.location == "/sign-in?returnTo=%2Ftasks%3Fshow%3Dactive")
            #expect(page["Cache-Control"] == "no-store")
        }
    }

    @Test(
        "A navigation by another name of this machine is sent to the public one",
        arguments: ["/", "/tasks?show=active", "/sign-in?returnTo=%2Fclaims"])
    func loopbackNames(path: String) async throws {
        try await Site.running { site in
            let other = "http://127.0.0.1:\(site.url.port ?? 0)\(path)"
            let page = try await site.browser().get(other)
            #expect(page.status == 303)
            #expect(page.location == "\(site.url.origin)\(path)")
            #expect(page.cookies == [])
            #expect(try await site.browser().get("http://127.0.0.1:\(site.url.port ?? 0)/healthz").status == 200)
        }
    }

    @Test("Files are served from memory as immutable, gzipped for clients that accept it")
    func files() async throws {
        try await Site.running { site in
            let path = try #require(Self.asset(in: try await site.browser().get("/")))
            let plain = try await site.browser().get(path)
            #expect(plain.status == 200)
            #expect(plain["Cache-Control"]?.contains("immutable") == true)
            #expect(plain["Content-Encoding"] == nil)
            let gzipped = try await site.browser().get(path, headers: [.acceptEncoding: "gzip"])
            #expect(gzipped.body == plain.body)
            #expect(gzipped["Vary"]?.contains("Accept-Encoding") == true)
            // The transport decodes bodies, so that the browser of these tests doesn't see the field.
            let raw = try await rawResponse(
                to: "GET \(path) HTTP/1.1\r\nHost: \(site.url.authority)\r\nAccept-Encoding: gzip\r\n"
                    + "Connection: close\r\n\r\n",
                at: try #require(site.url.port))
            #expect(raw.lowercased().contains("\r\ncontent-encoding: gzip\r\n"))
        }
    }

    @Test("A request's identifier goes with every call that it causes, and is on its error page")
    func correlation() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            site.api.respond(always: LoopbackResponse(.internalServerError))
            let page = try await browser.get("/tasks")
            let identifier = try #require(page.correlationID)
            let call = try #require(site.apiServer.requests.last)
            for name in ["X-Correlation-ID", "client-request-id"] {
                #expect(HTTPField.Name(name).flatMap { call.headerFields[$0] } == identifier)
            }
            #expect(try await browser.get("/tasks").correlationID != identifier)
            let token = try #require(site.provider.requests(at: .token).first)
            #expect(HTTPField.Name("client-request-id").flatMap { token.headerFields[$0] }?.isEmpty == false)
        }
    }

    @Test("Pages that depend on the session are stored by no cache")
    func noStore() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            for path in ["/", "/tasks", "/claims", "/sessions", "/sign-in", "/signed-out"] {
                #expect(try await browser.get(path)["Cache-Control"] == "no-store", "\(path)")
            }
        }
    }

    private static func asset(in page: WebPage) -> String? {
        HTMLToken.tokens(of: page.text).lazy.compactMap { token -> String? in
            if case .start("link", let attributes) = token, attributes["rel"] == "stylesheet" {
                attributes["href"]
            } else {
                nil
            }
        }.first
    }
}

extension Substring {
    fileprivate var trimmed: Substring { drop { $0 == " " } }
}
