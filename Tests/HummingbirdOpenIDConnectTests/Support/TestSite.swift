import CurlTransport
import HTTPTransport
import Hummingbird
import HummingbirdTesting
import Logging
import MisbehavingProvider
import OpenIDConnect
import SealedCookies
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

    static func running(
        origin: String = "https://app.example", responseMode: ResponseMode = .query,
        options: SignInOptions = SignInOptions(),
        _ body: @escaping @Sendable (TestSite) async throws -> Void
    ) async throws {
        let transport = try CurlClient()
        let clock = TestClock()
        let gate = Gate()
        try await ScriptedProvider.serving { provider in
            provider.client.redirectURIs = ["\(origin)/sign-in/return"]
            provider.client.postLogoutRedirectURIs = ["\(origin)/"]
            let relyingParty = RelyingParty(
                configuration: RelyingPartyConfiguration(
                    authority: try Authority(provider.url.description), clientID: provider.client.id,
                    redirectURI: "\(origin)/sign-in/return",
                    clientCredential: provider.client.secret.map(ClientCredential.secret) ?? .none,
                    responseMode: responseMode, timeout: .seconds(30)),
                transport: transport)
            let signIn = try WebSignIn(
                relyingParty: relyingParty, codec: SealedCookieCodec(keys: try SealingKeys([.generate()])),
                options: options
            ) { clock.now }
            let application = Application(
                router: router(signIn, gate), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            try await application.test(.live) { client in
                guard let port = client.port, let listening = HTTPURL("http://localhost:\(port)") else {
                    throw CancellationError()
                }
                try await body(
                    TestSite(
                        origin: origin, listening: listening, provider: provider, transport: transport, clock: clock,
                        gate: gate))
            }
        }
        await transport.shutDown()
    }

    private static func router(_ signIn: WebSignIn, _ gate: Gate) -> Router<BasicSignInRequestContext> {
        let router = Router(context: BasicSignInRequestContext.self, options: .autoGenerateHeadEndpoints)
        signIn.add(to: router)
        router.get("/") { _, context in context.session.user?.name ?? "nobody" }
        let signedIn = router.group(context: SignedInContext<BasicSignInRequestContext>.self)
        signedIn.get("/account") { _, context in context.user.name }
        signedIn.post("/note") { _, context in "noted by \(context.user.name)" }
        signedIn.get("/token") { _, context in try await context.session.accessToken() }
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

    /// A browser that has never been here.
    func browser() -> Browser { Browser(site: self) }

    /// A browser that is signed in.
    func signedIn() async throws -> Browser {
        let browser = browser()
        try await browser.signIn()
        return browser
    }
}
