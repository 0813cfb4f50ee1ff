public import HTTPTransport
public import Hummingbird
public import Logging
public import OpenIDConnect
public import PortableFoundation
import SealedCookies
public import SessionStorage

extension WebSignIn {
    /// A sign-in at one authority, registered as the environment's variables say.
    ///
    /// | variable | value |
    /// | --- | --- |
    /// | `ISSUER` | the provider's issuer; not read if there is an `authority` |
    /// | `CLIENT_ID` | the client's id at the provider |
    /// | `CLIENT_SECRET` | the client's secret; without it the client is a public one |
    /// | `ORIGIN` | the site's address for browsers, `https://app.example.com`; without it `http://localhost:PORT` |
    /// | `PORT` | the port of that address, to listen on by `BindAddress.hostname(environment:)`; without it 8080 |
    /// | `SESSION_KEYS` | the keys that seal cookies and rows, newest first, with commas between them |
    ///
    /// `SESSION_KEYS` is required unless sessions are in memory, which get a new key with each process.
    ///
    /// To register at the provider: `ORIGIN/sign-in/return` as the redirect URI, and for sign-out `ORIGIN` with
    /// ``SignInOptions/signedOutPath``, which is `ORIGIN/` by default.
    ///
    /// ```swift
    /// let signIn = try WebSignIn(
    ///     environment: Environment(), authority: .keycloak("https://id.example.com", realm: "home"),
    ///     transport: CurlClient(), store: .sqlite("sessions.sqlite"))
    /// ```
    ///
    /// - Parameters:
    ///   - environment: The variables.
    ///   - authority: The authority, for instance by one of its presets.
    ///   - transport: Sends requests to the authority.
    ///   - store: The sessions' rows: `.memory`, `.sqlite("sessions.sqlite")` of `SQLiteSessionStorage`,
    ///     `.postgreSQL("postgresql://…")` of `PostgreSQLSessionStorage`, or your own.
    ///   - routes: The paths that start sign-ins; with policies, each has one.
    ///   - options: Paths, lifetimes, and parameters of authorization requests.
    ///   - logger: For what happens outside of requests.
    ///   - now: The clock, which only tests replace.
    ///   - configure: Changes the registration, as its scopes, before it is used.
    /// - Throws: ``SignInSetupError``, which names the variable that is missing or wrong, and shows no secret.
    public convenience init(
        environment: Environment, authority: Authority? = nil, transport: any Transport,
        store: any SessionStore = .memory, routes: [SignInRoute] = [SignInRoute(path: "/sign-in")],
        options: SignInOptions = SignInOptions(), logger: Logger = Logger(label: "sign-in"),
        now: @escaping @Sendable () -> Date = { Date() },
        configure: (inout RelyingPartyConfiguration) -> Void = { _ in }
    ) throws(SignInSetupError) {
        let variables = SignInEnvironment(environment: environment)
        var configuration = try variables.configuration(authority)
        configure(&configuration)
        if configuration.authority.usesPolicies, routes.contains(where: { $0.policy == nil }) {
            throw SignInSetupError(
                #"the authority has policies, so each route needs one: SignInRoute(path: "/sign-in", policy: "…")"#)
        }
        let relyingParty = RelyingParty(configuration: configuration, transport: transport, now: now)
        try self.init(
            authorities: [SignInAuthority(relyingParty: relyingParty, routes: routes)],
            codec: SealedCookieCodec(keys: variables.keys(for: store, logger: logger)), store: store, options: options,
            logger: logger, now: now)
    }
}

extension BindAddress {
    /// The address to listen on: a host, and the port in the variable `PORT`, without which it is 8080.
    ///
    /// - Throws: ``SignInSetupError`` if the variable is no port.
    public static func hostname(
        _ host: String = "127.0.0.1", environment: Environment
    ) throws(SignInSetupError) -> BindAddress {
        .hostname(host, port: try SignInEnvironment(environment: environment).port)
    }
}
