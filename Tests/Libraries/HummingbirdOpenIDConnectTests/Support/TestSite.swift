import CurlTransport
import FoundationEssentials
import HTTPTransport
import Hummingbird
import Logging
import MisbehavingProvider
import OpenIDConnect
import SealedCookies
import SessionStorage
import SiteTesting
import TestSupport

@testable import HummingbirdOpenIDConnect

/// An application with a sign-in, as if behind a proxy that ends HTTPS.
typealias TestSite = Site<SignInParts>

/// What an application with a sign-in is made of.
struct SignInParts: Sendable {
    /// Makes a relying party of an authority's path at the provider and the path of the redirect URI.
    typealias MakeRelyingParty = @Sendable (_ authority: String, _ redirect: String) throws -> RelyingParty
    typealias Authorities = @Sendable (MakeRelyingParty) throws -> [SignInAuthority]

    let options: SignInOptions
    let responseMode: ResponseMode
    let authorities: Authorities
    let hooks: SignInHooks<BasicSignInRequestContext>
    /// The application's API.
    let api: RecordingTransport
    /// What a handler of the application waits for.
    let gate = Gate()

    func program(_ plan: SitePlan, at url: HTTPURL, _ publicOrigin: String) throws -> SiteProgram {
        let provider = plan.provider
        let makeRelyingParty: MakeRelyingParty = { authority, redirect in
            let redirectURI = publicOrigin + redirect
            let registered = provider.client.redirectURIs ?? []
            if !registered.contains(redirectURI) { provider.client.redirectURIs = registered + [redirectURI] }
            return RelyingParty(
                configuration: RelyingPartyConfiguration(
                    authority: try Authority(provider.url.origin + authority), clientID: provider.client.id,
                    redirectURI: redirectURI,
                    clientCredential: provider.client.secret.map(ClientCredential.secret) ?? .none,
                    responseMode: responseMode, timeout: .seconds(30)),
                transport: plan.transport, now: { plan.clock.now })
        }
        let signIn = try WebSignIn(
            authorities: try authorities(makeRelyingParty), codec: SealedCookieCodec(keys: plan.keys),
            store: plan.store, options: options, logger: .silent, now: { plan.clock.now })
        return SiteProgram(signIn, router(signIn), at: url)
    }

    /// Calls the API with the user's token.
    private func call(for session: RequestSession) async throws -> String {
        guard let url = HTTPURL("http://localhost/tasks") else { return "" }
        let bearer = BearerTransport(base: api, session: session)
        return "\(try await bearer.send(TransportRequest(.get, url)).status.code)"
    }

    private func router(_ signIn: WebSignIn) -> Router<BasicSignInRequestContext> {
        let router = Router(context: BasicSignInRequestContext.self, options: .autoGenerateHeadEndpoints)
        signIn.add(to: router, hooks: hooks)
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
        signedIn.get("/api") { _, context in try await call(for: context.session) }
        signedIn.group("/strong")
            .add(middleware: SignInRequirement(acrValues: ["gold", "silver"], maxAge: .seconds(300)))
            .get("") { _, context in "strong \(context.user.name)" }
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
        forms.post("/api") { _, context in try await call(for: context.session) }
        forms.get("/pending") { _, context in
            try await signIn.pendingForms.offer(in: context.session)?.form.form[single: "task"] ?? ""
        }
        signedIn.get("/failing") { _, context -> String in
            _ = try await context.session.accessToken()
            throw HTTPError(.conflict)
        }
        signedIn.get("/slow") { _, context in
            let token = try await context.session.accessToken()
            await gate.pass()
            return token
        }
        return router
    }
}

extension TestSite {
    var gate: Gate { parts.gate }

    /// Runs a body while a site is up.
    static func running(
        origin: String = "https://app.example", responseMode: ResponseMode = .query,
        options: SignInOptions = SignInOptions(), store: SwitchableSessionStore = SwitchableSessionStore(),
        clock: TestClock = .running(),
        authorities: @escaping SignInParts.Authorities = {
            [SignInAuthority(relyingParty: try $0("", "/sign-in/return"))]
        },
        hooks: SignInHooks<BasicSignInRequestContext> = SignInHooks(),
        api: RecordingTransport = RecordingTransport { _ in TransportResponse(status: .ok) },
        _ body: @escaping @Sendable (TestSite) async throws -> Void
    ) async throws {
        try await ScriptedProvider.serving { provider in
            provider.client.postLogoutRedirectURIs = ["\(origin)/"]
            var plan = try SitePlan(provider: provider, transport: try CurlClient(), clock: clock, store: store)
            plan.publicOrigin = origin
            let parts = SignInParts(
                options: options, responseMode: responseMode, authorities: authorities, hooks: hooks, api: api)
            try await running(plan, parts, body)
        }
    }

    /// Runs another process of the same site, which shares keys and store.
    func replica(
        keys: SealingKeys? = nil, store: SwitchableSessionStore? = nil,
        _ body: @Sendable (TestSite) async throws -> Void
    ) async throws {
        var plan = plan
        plan.keys = keys ?? plan.keys
        plan.store = store ?? plan.store
        try await Self.running(plan, parts, body)
    }

    private static func running(
        _ plan: SitePlan, _ parts: SignInParts, _ body: @Sendable (TestSite) async throws -> Void
    ) async throws {
        try await running(plan, parts, program: { try parts.program(plan, at: $0, $1) }, body)
    }

    /// The row of a user's session that was used last.
    func record(_ user: ScriptedUser) async throws -> SessionRecord? {
        try await store.sessions(
            of: "sub \(provider.url.origin) \(user.subject)", after: nil, limit: 1, now: .distantPast
        ).first
    }

    /// The number of refresh requests to the provider.
    var refreshes: Int { provider.refreshes.count }
}

extension TestClock {
    /// A clock that stands at the present second until a test moves it, for numbers of seconds that must not tick.
    static func standing() -> TestClock {
        let clock = TestClock()
        clock.advance(by: running().seconds - start)
        return clock
    }
}
