import HTTPTransport
import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import HummingbirdTesting
import OpenIDConnect
import OpenIDConnectTesting
import SealedCookies
import TestSupport
import Testing

/// Sign-ins that fail: each error says what to do.
@Suite struct RefusedSignInTests {
    @Test("A provider that refuses leaves the user without a session, until it no longer does") func refusal()
        async throws
    {
        let test = try SignInTest()
        try await Notebook.build(test.makeSignIn()).test(.router) { client in
            test.refuseSignIns()
            let error = await error(of: client, test)
            #expect(error?.contains("the provider has been told to refuse") == true, "\(error ?? "")")
            let browser = client.browser(in: test)
            let page = try await browser.arrive(from: try await browser.signIn())
            #expect(page.text == "Nobody is signed in.")
            test.refuseSignIns(nil)
            #expect(try await browser.visit("/account").text == "You are Alice.")
        }
    }

    @Test("A sign-in that isn't prepared is named, because its sessions would be refused") func unprepared()
        async throws
    {
        let test = try SignInTest()
        try await Notebook.build(test.makeSignIn(), isPrepared: false).test(.router) { client in
            let error = await error(of: client, test)
            #expect(error?.contains("beforeServerStarts(perform: signIn.prepare)") == true, "\(error ?? "")")
        }
    }

    @Test("A session whose cookie the routes refuse is named, as with two sign-ins in one application")
    func refusedCookie() async throws {
        let test = try SignInTest()
        let router = Router(context: BasicSignInRequestContext.self)
        let (signIn, other) = (try test.makeSignIn(), try SignInTest().makeSignIn())
        router.group().add(middleware: SignInMiddleware(other))
            .group(context: SignedInContext<BasicSignInRequestContext>.self)
            .get("/") { _, context in context.user.name }
        signIn.add(to: router)
        var application = Application(router: router, services: [signIn, other], logger: .silent)
        application.beforeServerStarts(perform: signIn.prepare)
        application.beforeServerStarts(perform: other.prepare)
        try await application.test(.router) { client in
            let error = await error(of: client, test)
            #expect(error?.contains("refuses the cookie of the session") == true, "\(error ?? "")")
        }
    }

    @Test("The error says to add the route of the sign-in if the application has none") func noRoute() async throws {
        let test = try SignInTest()
        try await Application(router: Router(), logger: .silent).test(.router) { client in
            let error = await error(of: client, test)
            #expect(error?.contains("WebSignIn.add(to:)") == true, "\(error ?? "")")
        }
    }

    @Test("The error names the test's registration if the application has another provider's") func otherProvider()
        async throws
    {
        let test = try SignInTest()
        let elsewhere = RelyingPartyConfiguration(
            authority: try Authority("https://other.example"), clientID: "app",
            redirectURI: test.configuration.redirectURI, clientCredential: .secret("secret"))
        let provider = try ScriptedProvider(url: try #require(HTTPURL("https://other.example")))
        let signIn = try WebSignIn(
            relyingParty: RelyingParty(configuration: elsewhere, transport: provider),
            codec: SealedCookieCodec(keys: test.keys), logger: .silent)
        try await Notebook.build(signIn).test(.router) { client in
            let error = await error(of: client, test)
            #expect(error?.contains("SignInTest.configuration") == true, "\(error ?? "")")
        }
    }

    @Test("The error says how a relying party reaches the test's provider if it doesn't")
    func otherTransport()
        async throws
    {
        let test = try SignInTest()
        let signIn = try WebSignIn(
            relyingParty: RelyingParty(
                configuration: test.configuration,
                transport: RecordingTransport { _ in TransportResponse(status: .notFound) }),
            codec: SealedCookieCodec(keys: test.keys), logger: .silent)
        try await Notebook.build(signIn).test(.router) { client in
            let error = await error(of: client, test)
            #expect(error?.contains("through SignInTest.provider") == true, "\(error ?? "")")
        }
    }

    @Test("A redirect URI that isn't registered is named with the provider's reason") func redirectURI() async throws {
        let test = try SignInTest { $0.redirectURI = "https://app.example/return" }
        try await Notebook.build(test.makeSignIn()).test(.router) { client in
            let error = await error(of: client, test)
            #expect(error?.contains("redirect_uri is not registered") == true, "\(error ?? "")")
        }
    }

    @Test("A logout token of another client is refused, and the test fails") func logoutToken() async throws {
        let test = try SignInTest()
        try await Notebook.build(test.makeSignIn()).test(.router) { client in
            let alice = try await client.signIn(in: test)
            test.provider.client.id = "another-client"
            await #expect(throws: WebPageError.self) { try await client.endSessions(of: .alice, in: test) }
            #expect(try await alice.get("/account").text == "You are Alice.")
        }
    }

    private func error(of client: any TestClientProtocol, _ test: SignInTest) async -> String? {
        await #expect(throws: WebPageError.self) { _ = try await client.signIn(in: test) }?.description
    }
}
