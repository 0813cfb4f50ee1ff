import HTTPTransport
public import HummingbirdOpenIDConnect
import Logging
public import MisbehavingProvider
public import OpenIDConnect
public import SealedCookies
public import SessionStorage

/// The surroundings of an application that signs users in: a provider in this process, a clock, a store and keys.
///
/// The application takes ``makeSignIn(options:)``, or makes its `WebSignIn` of the parts. HummingbirdTesting runs it,
/// and its client signs users in.
///
/// ```swift
/// @Test func usersSeeTheirName() async throws {
///     let test = try SignInTest()
///     try await buildApplication(test.makeSignIn()).test(.router) { client in
///         let alice = try await client.signIn(as: .alice, in: test)
///         #expect(try await alice.get("/account").text == "You are Alice.")
///     }
/// }
/// ```
///
/// Each test makes one. It works the same with XCTest, because failures are thrown.
public struct SignInTest: Sendable {
    /// The provider, and the relying party's transport to it.
    ///
    /// It does what an authorization request requires (`acr_values`, `max_age`), its access tokens last five minutes,
    /// and a test changes it by `provider.change`. `provider.problems` has the mistakes in the application's requests.
    public let provider: ScriptedProvider
    /// The clock of the provider, the relying party and the sessions; it runs until the test moves it.
    public let clock: TestClock
    /// The sessions.
    public let store: any SessionStore
    /// The keys that seal cookies and rows; new in each test.
    public let keys: SealingKeys
    /// The registration at the provider.
    public let configuration: RelyingPartyConfiguration
    /// The redirect URI.
    let redirectURI: HTTPURL

    /// A provider at which the application is registered.
    ///
    /// - Parameters:
    ///   - redirectURI: The application's redirect URI. Its origin is the application's, although no server listens
    ///     there.
    ///   - client: The registration; its redirect URIs are replaced.
    ///   - store: The sessions, for instance an `SQLiteSessionStore`.
    ///   - clock: The clock, if it is also the application's.
    ///   - configure: Changes the relying party's registration, for instance its response mode.
    /// - Throws: If the redirect URI is no URL, or no key can be made.
    public init(
        redirectURI: String = "https://app.example/sign-in/return", client: RegisteredClient = RegisteredClient(),
        store: any SessionStore = MemorySessionStore(), clock: TestClock = .running(),
        configure: (inout RelyingPartyConfiguration) -> Void = { _ in }
    ) throws {
        guard let url = HTTPURL(redirectURI), let issuer = HTTPURL("https://id.example") else {
            throw RedirectURIError(text: redirectURI)
        }
        self.redirectURI = url
        self.store = store
        self.clock = clock
        provider = try ScriptedProvider(url: issuer, client: client, now: { clock.now })
        provider.client.redirectURIs = [redirectURI]
        provider.change {
            $0.stepUp = .satisfied
            $0.accessTokenLifetime = 300
            $0.refreshedAccessTokenLifetime = 300
        }
        keys = try SealingKeys([.generate()])
        var configuration = RelyingPartyConfiguration(
            authority: try Authority(issuer.origin), clientID: client.id, redirectURI: redirectURI,
            clientCredential: client.secret.map(ClientCredential.secret) ?? .none)
        configure(&configuration)
        self.configuration = configuration
    }

    /// A relying party of the provider.
    public var relyingParty: RelyingParty {
        RelyingParty(configuration: configuration, transport: provider, now: { [clock] in clock.now })
    }

    /// A sign-in at the provider, for the application's router and services.
    ///
    /// - Throws: As `WebSignIn.init`.
    public func makeSignIn(options: SignInOptions = SignInOptions()) throws -> WebSignIn {
        try WebSignIn(
            relyingParty: relyingParty, codec: SealedCookieCodec(keys: keys), store: store, options: options,
            logger: Logger(label: "sign-in") { _ in SwiftLogNoOpLogHandler() }, now: { [clock] in clock.now })
    }

    /// Makes the provider refuse sign-ins from now on (RFC 6749, section 4.1.2.1).
    ///
    /// - Parameter error: The error code; `nil` makes it sign users in again.
    public func refuseSignIns(_ error: String? = "access_denied") {
        provider.change { $0.redirect = error.map { .error($0) } }
    }

    /// Moves the clock to when the access tokens have expired, so that the next use of one is a refresh.
    ///
    /// `provider.refreshes` has the requests. With the usual options sessions continue.
    public func expireAccessTokens() {
        clock.advance(by: .seconds(max(provider.misbehaviour.accessTokenLifetime, 0)))
    }
}

/// A redirect URI that is no `http` or `https` URL.
private struct RedirectURIError: Error {
    let text: String
}
