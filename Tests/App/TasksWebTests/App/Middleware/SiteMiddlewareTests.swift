import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import NIOCore
import PageSupport
import SiteTesting
import TestSupport
import Testing
import WebSupport

@testable import TasksWeb

@Suite struct SiteMiddlewareTests {
    private let names = SiteCookies(isOverHTTPS: false)
    private let middleware: SiteMiddleware

    init() throws {
        let site = try TestSite()
        middleware = site.middleware(site.pages.configuration)
    }

    @Test(
        "A request that no part responds to goes on, with its cookies read and its language chosen",
        arguments: ["/", "/healthzx"])
    func goesOn(_ path: String) async throws {
        let fields: HTTPFields = [.cookie: "a=b; latchkey-keys=off", .acceptLanguage: "cs"]
        let response = try await middleware.respond(to: InProcess.request(.get, path, fields)) { _, context in
            #expect(context.cookies["latchkey-keys"] == "off")
            #expect(context.locale.choice.language == .czech)
            return Response(status: .accepted)
        }
        #expect(response.status == .accepted)
    }

    @Test("A file, a probe and a redirect go no further, and have the security headers")
    func ends() async throws {
        let file = try #require(PublicFiles.all.first).path
        for (path, authority, status) in [
            (file, "localhost:3000", 200), ("/healthz", "localhost:3000", 200),
            (file, "127.0.0.1:3000", 200), ("/healthz", "127.0.0.1:3000", 200), ("/", "127.0.0.1:3000", 303),
        ] {
            let response = try await middleware.respond(to: InProcess.request(.get, path, authority: authority)) {
                _, _ in
                Issue.record("\(path) went on")
                return Response(status: .notFound)
            }
            #expect(response.status.code == status, "\(path)")
            #expect(response.headers[.contentSecurityPolicy] != nil)
        }
    }

    @Test("An error becomes a page, wherever it happens") func errors() async throws {
        let file = try #require(PublicFiles.all.first).path
        let outside = try await middleware.respond(to: InProcess.post(file, ""))
        #expect(outside.status == .methodNotAllowed && outside.headers[.allow] == "GET, HEAD")
        let inside = try await middleware.respond(to: InProcess.request()) { _, _ in throw PageError(.noSuchTask) }
        #expect(inside.status == .notFound)
        for response in [outside, inside] {
            #expect(response.headers[.contentType] == "text/html; charset=utf-8")
            #expect(response.headers[.contentSecurityPolicy] != nil)
        }
    }

    @Test("A request that finds the site busy for too long gets a page with Retry-After") func busy() async throws {
        let site = try TestSite()
        var configuration = site.pages.configuration
        configuration.apiTimeout = .milliseconds(50)
        let middleware = site.middleware(configuration)
        let (gate, count) = (Gate(), WorkLimit.Limits().withoutSession)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<count {
                group.addTask {
                    try await middleware.respond(to: InProcess.request()) { _, _ in
                        await gate.pass()
                        return Response(status: .ok)
                    }.status.code
                }
            }
            for _ in 0..<count { await gate.waitForArrival() }
            let response = try await middleware.respond(to: InProcess.request())
            #expect(response.status == .serviceUnavailable && response.headers[.retryAfter] == "5")
            #expect(try await response.text.contains("Too much at once"))
            gate.open()
            for try await status in group { #expect(status == 200) }
            #expect(try await middleware.respond(to: InProcess.request()).status == .ok)
        }
    }

    @Test("Requests whose bodies don't come take no other request's place") func slowBodies() async throws {
        let middleware = middleware
        let (gate, count) = (Gate(), WorkLimit.Limits().withoutSession)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<count {
                group.addTask {
                    var request = InProcess.post("/sign-out", "")
                    request.body = RequestBody(asyncSequence: LateBody(gate: gate))
                    return try await middleware.respond(to: request).status.code
                }
            }
            for _ in 0..<count { await gate.waitForArrival() }
            #expect(try await middleware.respond(to: InProcess.request()).status == .ok)
            gate.open()
            for try await status in group { #expect(status == 200) }
        }
    }

    @Test("An error after the client has hung up is neither a page nor an error of the server") func hungUp()
        async throws
    {
        let middleware = middleware
        let status = try await Task {
            try await middleware.respond(to: InProcess.request()) { _, _ in
                withUnsafeCurrentTask { $0?.cancel() }
                throw PageError(.apiUnavailable)
            }.status
        }.value
        #expect(status.code == 499)
    }

    @Test("Cookies that a failed request gathered are set with the error's page, too") func gathered() async throws {
        let field = names.attributes.setting(SiteCookies.undo, to: "x", maxAge: 9)
        let response = try await middleware.respond(to: InProcess.request()) { _, context in
            context.session.setCookies([field])
            throw PageError(.forbidden)
        }
        #expect(response.status == .forbidden && response.setCookies == [field])
    }

    @Test("Of two Set-Cookie fields for one name the last one is sent, and those of the response are the last")
    func twice()
        async throws
    {
        let response = try await middleware.respond(to: InProcess.request()) { _, context in
            context.session.setCookies([names.attributes.setting(SiteCookies.undo, to: "x", maxAge: 9)])
            context.session.setCookies([names.attributes.expiring(SiteCookies.accounts)])
            var response = Response(seeOther: "/")
            response.set([
                names.attributes.expiring(SiteCookies.undo),
                names.attributes.setting(SiteCookies.accounts, to: "a", maxAge: 9),
            ])
            return response
        }
        #expect(
            response.setCookies == [
                names.attributes.expiring(SiteCookies.undo),
                names.attributes.setting(SiteCookies.accounts, to: "a", maxAge: 9),
            ])
    }

    @Test("A response without a cookie of its own makes too many cookies fit, too") func noFields() async throws {
        let fields = [(SiteCookies.prefix, 12_000), (SiteCookies.accounts, 2000)].map {
            names.attributes.setting($0, to: String(repeating: "x", count: $1), maxAge: 9)
        }
        // No navigation, which would expire cookies that don't open.
        let header: HTTPFields = [.cookie: CookieJar(fields).field, .secFetchMode: "cors"]
        let response = try await middleware.respond(to: InProcess.request(.get, "/", header))
        #expect(response.setCookies == [names.attributes.expiring(SiteCookies.accounts)])
    }
}

/// An empty body that ends once a gate is open.
private struct LateBody: AsyncSequence, AsyncIteratorProtocol {
    let gate: Gate

    func makeAsyncIterator() -> LateBody { self }

    func next() async throws -> ByteBuffer? {
        await gate.pass()
        return nil
    }
}

extension TestSite {
    fileprivate func middleware(_ configuration: TasksWebConfiguration) -> SiteMiddleware {
        SiteMiddleware(
            configuration, signIn: SignInMiddleware(signIn, checksSource: false), probes: web.probes,
            errorPages: ErrorPages(pages: pages, signIn: signIn), names: SiteCookies(isOverHTTPS: false),
            logger: .silent)
    }
}
