import CurlTransport
import FoundationEssentials
import HTTPTransport
import Hummingbird
import HummingbirdTesting
import Logging
import MisbehavingProvider
import OpenIDConnect
import SealedCookies
import SessionStorage
import TestSupport

@testable import HummingbirdOpenIDConnect

/// An application with a sign-in, on a socket as if behind a proxy that ends HTTPS, and a provider on another.
struct TestSite: Sendable {
    let origin: String
    /// Where it listens.
    let listening: HTTPURL
    let provider: ScriptedProvider
    let transport: CurlClient
    let clock: TestClock
    /// What a handler of the application waits for.
    let gate: Gate
    let store: SwitchableSessionStore
    let signIn: WebSignIn
    private let parts: Parts

    /// Makes a relying party of an authority's path at the provider and the path of the redirect URI.
    typealias MakeRelyingParty = @Sendable (_ authority: String, _ redirect: String) throws -> RelyingParty
    typealias Authorities = @Sendable (MakeRelyingParty) throws -> [SignInAuthority]

    /// What all replicas of a site share.
    private struct Parts: Sendable {
        var origin: String
        var options: SignInOptions
        var responseMode: ResponseMode
        var keys: SealingKeys
        var authorities: Authorities
        let provider: ScriptedProvider
        let transport = try? CurlClient()
        let clock = TestClock()
        let gate = Gate()
        var store = SwitchableSessionStore()
        var hooks = SignInHooks<BasicSignInRequestContext>()
    }

    static func running(
        origin: String = "https://app.example", responseMode: ResponseMode = .query,
        options: SignInOptions = SignInOptions(), store: SwitchableSessionStore = SwitchableSessionStore(),
        authorities: @escaping Authorities = { [SignInAuthority(relyingParty: try $0("", "/sign-in/return"))] },
        hooks: SignInHooks<BasicSignInRequestContext> = SignInHooks(),
        _ body: @escaping @Sendable (TestSite) async throws -> Void
    ) async throws {
        try await ScriptedProvider.serving { provider in
            provider.client.postLogoutRedirectURIs = ["\(origin)/"]
            let parts = Parts(
                origin: origin, options: options, responseMode: responseMode, keys: try SealingKeys([.generate()]),
                authorities: authorities, provider: provider, store: store, hooks: hooks)
            try await running(parts, body)
            await parts.transport?.shutDown()
        }
    }

    /// Runs another process of the same site, which shares keys and store.
    func replica(
        keys: SealingKeys? = nil, store: SwitchableSessionStore? = nil,
        _ body: @escaping @Sendable (TestSite) async throws -> Void
    ) async throws {
        var parts = parts
        parts.keys = keys ?? parts.keys
        parts.store = store ?? parts.store
        try await Self.running(parts, body)
    }

    private static func running(_ parts: Parts, _ body: @escaping @Sendable (TestSite) async throws -> Void)
        async throws
    {
        guard let transport = parts.transport else { throw CancellationError() }
        let (provider, origin, clock) = (parts.provider, parts.origin, parts.clock)
        let makeRelyingParty: MakeRelyingParty = { authority, redirect in
            let redirectURI = origin + redirect
            let registered = provider.client.redirectURIs ?? []
            if !registered.contains(redirectURI) { provider.client.redirectURIs = registered + [redirectURI] }
            return RelyingParty(
                configuration: RelyingPartyConfiguration(
                    authority: try Authority(provider.url.origin + authority), clientID: provider.client.id,
                    redirectURI: redirectURI,
                    clientCredential: provider.client.secret.map(ClientCredential.secret) ?? .none,
                    responseMode: parts.responseMode, timeout: .seconds(30)),
                transport: transport, now: { Date(seconds: clock.now) })
        }
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let signIn = try WebSignIn(
            authorities: try parts.authorities(makeRelyingParty), codec: SealedCookieCodec(keys: parts.keys),
            store: parts.store, cache: SessionCache(), options: parts.options, logger: logger
        ) { clock.now }
        try? await signIn.prepare()
        let application = Application(router: router(signIn, parts), services: [signIn], logger: logger)
        try await application.test(.live) { client in
            guard let port = client.port, let listening = HTTPURL("http://localhost:\(port)") else {
                throw CancellationError()
            }
            try await body(
                TestSite(
                    origin: origin, listening: listening, provider: provider, transport: transport, clock: clock,
                    gate: parts.gate, store: parts.store, signIn: signIn, parts: parts))
        }
    }

    private static func router(_ signIn: WebSignIn, _ parts: Parts) -> Router<BasicSignInRequestContext> {
        let router = Router(context: BasicSignInRequestContext.self, options: .autoGenerateHeadEndpoints)
        signIn.add(to: router, hooks: parts.hooks)
        router.get("/") { _, context in context.session.user?.name ?? "signed out" }
        router.get("/theme") { _, _ in
            Response(
                status: .ok, headers: [.setCookie: "theme=dark; Path=/", .cacheControl: "private, max-age=60"],
                body: ResponseBody())
        }
        router.get("/seen") { request, context -> String in
            context.session.setCookies(["seen=yes; Path=/"])
            guard request.uri.query == nil else { throw HTTPError(.conflict) }
            return "seen"
        }
        let signedIn = router.group(context: SignedInContext<BasicSignInRequestContext>.self)
        signedIn.get("/account") { _, context in context.user.name }
        signedIn.post("/note") { _, context in "noted by \(context.user.name)" }
        signedIn.get("/token") { _, context in try await context.session.accessToken() }
        signedIn.get("/claims") { _, context in
            try await context.session.claims().idToken.names.joined(separator: " ")
        }
        signedIn.get("/sessions") { request, context in
            let name = request.uri.queryParameters["after"].map(String.init)
            let page = try await context.session.userSessions(after: name, limit: 4)
            let names = page.sessions.map { $0.isCurrent ? "this" : $0.name }
            return (names + (page.next.map { ["after=\($0)"] } ?? [])).joined(separator: " ")
        }
        signedIn.post("/sessions/end-others") { _, context in
            try await context.session.endOtherUserSessions()
            return "done"
        }
        signedIn.post("/sessions/{name}/end") { _, context in
            let name = try context.parameters.require("name")
            guard let session = try await context.session.userSession(named: name) else {
                throw HTTPError(.notFound)
            }
            try await context.session.end(session)
            return "done"
        }
        let forms = router.group("/forms").add(middleware: FormProtectionMiddleware(signIn) { form, _ in form })
        forms.get("") { _, context in try context.session.csrf()?.value ?? "" }
        forms.post("") { _, context in
            _ = try context.session.requireUser()
            return context.form[single: "task"] ?? ""
        }
        forms.get("/pending") { _, context in
            try await signIn.pendingForms.offer(in: context.session)?.form.form[single: "task"] ?? ""
        }
        signedIn.get("/failing") { _, context -> String in
            _ = try await context.session.accessToken()
            throw HTTPError(.conflict)
        }
        signedIn.get("/slow") { _, context in
            let token = try await context.session.accessToken()
            await parts.gate.pass()
            return token
        }
        return router
    }

    /// A browser that has never been here.
    func browser() -> Browser { Browser(site: self) }

    /// A browser that is signed in.
    func signedIn() async throws -> Browser {
        let browser = browser()
        try await browser.signIn()
        return browser
    }

    /// The row of a user's session that was used last.
    func record(_ user: ScriptedUser) async throws -> SessionRecord? {
        try await store.sessions(
            of: "sub \(provider.url.origin) \(user.subject)", after: nil, limit: 1, now: .distantPast
        ).first
    }

    /// The number of refresh requests to the provider.
    var refreshes: Int { provider.requests(at: .token).count { $0["grant_type"] == "refresh_token" } }
}
