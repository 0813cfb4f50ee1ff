import HTTPTransport
package import Logging

/// An identity provider for development: one tenant with five user flows, in the manner of Azure AD B2C, for one client
/// on this machine alone.
///
/// Accounts, sessions, grants and the signing key are in the data directory, so that all survive a restart.
package struct DevelopmentProvider: Sendable {
    let urls: ProviderURLs
    let registration: Registration
    let metadata: MetadataController
    let authorization: AuthorizationController
    let steps: StepController
    let tokens: TokenController
    let logout: LogoutController
    let logger: Logger

    /// Opens the files in the data directory, and makes the signing key and the seeded accounts if they are missing.
    ///
    /// Throws ``ProviderSetupError`` if the configuration or a file can't be used.
    package init(configuration: ProviderConfiguration, logger: Logger) async throws {
        let time: @Sendable () -> Int = { configuration.time }
        let base = try Self.baseURL(configuration)
        let urls = ProviderURLs(origin: base.origin)
        let registration = try Registration(configuration)
        let key = try TokenSigningKey(file: Self.keyFile(in: configuration.dataDirectory))
        let database = try ProviderDatabase(file: Self.databaseFile(in: configuration.dataDirectory))
        let accounts = AccountStore(database: database, passwordCost: configuration.passwordCost, time: time)
        try await accounts.seed(SeededAccount.all)
        let sessions = ProviderSessionStore(database: database, lifetime: configuration.sessionLifetime, time: time)
        let grants = GrantStore(database: database, lifetimes: GrantLifetimes(configuration), time: time)
        let issuer = await TokenIssuer(key, issuer: urls.issuer, lifetime: configuration.tokenLifetime, time: time)

        let responses = AuthorizationResponses(issuer: urls.issuer, now: configuration.now)
        let completion = SignInCompletion(sessions: sessions, grants: grants, responses: responses)
        let pages = StepPages(
            accounts: accounts,
            seal: TransactionSeal(key: key.derivedKey(for: "authorization under way"), time: time))

        self.urls = urls
        self.registration = registration
        self.logger = logger
        metadata = MetadataController(urls: urls, key: key)
        authorization = AuthorizationController(
            reader: AuthorizationRequestParser(registration: registration), tokens: issuer, sessions: sessions,
            completion: completion, responses: responses, pages: pages, time: time)
        steps = StepController(
            pages: pages, sessions: sessions, completion: completion, responses: responses, time: time)
        tokens = TokenController(
            authentication: ClientAuthenticator(registration: registration), grants: grants, issuer: issuer,
            now: configuration.now)
        logout = LogoutController(registration: registration, sessions: sessions, tokens: issuer)
    }

    /// Makes sure that the files in a data directory could be used, without changing any.
    ///
    /// Blocks for as long as that takes.
    package static func examine(dataDirectory: String) throws(ProviderSetupError) {
        _ = try TokenSigningKey.stored(in: keyFile(in: dataDirectory))
        try ProviderDatabase.examine(databaseFile(in: dataDirectory))
    }

    private static func keyFile(in directory: String) -> PrivateFile {
        PrivateFile(ProviderConfiguration.keyFile, in: directory)
    }

    private static func databaseFile(in directory: String) -> PrivateFile {
        PrivateFile(ProviderConfiguration.databaseFile, in: directory)
    }

    /// The authority for a relying party; `{policy}` stands for the flow's name.
    package static func authority(baseURL: String) -> String {
        "\(baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL)/\(ProviderURLs.tenant)/{policy}/v2.0"
    }

    private static func baseURL(_ configuration: ProviderConfiguration) throws(ProviderSetupError) -> HTTPURL {
        guard let url = HTTPURL(configuration.baseURL), url.path == "/", url.query == nil, url.isLoopback,
            url.scheme == .http
        else {
            throw ProviderSetupError(
                kind: .baseURL,
                description:
                    "the development identity provider serves this machine alone, not \(configuration.baseURL)")
        }
        return url
    }
}
