import HTTPServer
import HTTPTransport
import HummingbirdOpenIDConnect
import Logging
import OpenIDConnect
import SealedCookies
import TasksWeb

/// The table of settings, a row each: options, variables, files, suggestions, checks, help and documentation come from
/// it.
///
/// A copy of the table has the values that are given.
struct Settings: Sendable {
    static let table = Settings()

    // MARK: The authority

    var authority = Setting(
        "authority", .authority, .authority, otherwise: "the development identity provider",
        "The issuer; or an Azure AD B2C authority, in which {policy} stands for the policy's name.")
    var issuer = Setting(
        "issuer", .authority, .issuer, otherwise: "the authority",
        "The issuer to expect if it is not the authority.")
    var allowedTenants = Setting(
        "allowedTenants", .authority, SettingParser(listOf: .tenant), default: [], as: "none",
        "The tenants whose users may sign in, required with Entra's authorities of many: organizations and common.")
    var clientId = Setting(
        "clientId", .authority, .text, otherwise: developmentProvider, "The client id registered at the authority.")
    var clientSecret = Setting(
        "clientSecret", .authority, .secret, otherwise: developmentProvider, secret: true,
        "The client secret registered at the authority.")
    var clientAuthentication = Setting(
        "clientAuthentication", .authority, .choice(ClientAuthenticationMethod.allCases),
        otherwise: "the first that the authority offers and whose credential is set",
        "How the client authenticates at the token endpoint.")
    var clientKeyFile = Setting(
        "clientKeyFile", .authority, .privateKeyFile,
        "The private key for private_key_jwt, in PEM: RSA (2,048 bits or more), P-256 or Ed25519.")
    var clientCertificateFile = Setting(
        "clientCertificateFile", .authority, .certificateFile, otherwise: "none: the assertion names the key by kid",
        "The certificate of clientKeyFile, in PEM; the assertion names it by x5t#S256, as Microsoft Entra wants it.")
    var clientAssertionFile = Setting(
        "clientAssertionFile", .authority, .assertionFile, otherwise: "none",
        """
        Instead of clientKeyFile: a file with an assertion that somebody else signs and renews (workload identity \
        federation), reread for every request to the token endpoint.
        """)
    var clientAssertionAudience = Setting(
        "clientAssertionAudience", .authority, .choice(ClientAssertionAudience.allCases),
        otherwise: "tokenEndpoint at Microsoft's hosts, else issuer",
        "The audience of assertions that clientKeyFile signs.")
    var pushedRequests = Setting(
        "pushedRequests", .authority, .choice(PushedRequestMode.allCases), default: .auto,
        """
        Whether authorization requests are pushed (RFC 9126). auto pushes if the authority has an endpoint for it, and \
        sends the plain request if that refuses the client.
        """)
    var scopes = Setting(
        "scopes", .authority, SettingParser(listOf: .scope), default: [], as: "none; with policies the client id",
        "Scopes to request in addition to openid, and to profile and offline_access if the authority offers them."
    )
    var additionalScopes = Setting(
        "additionalScopes", .authority, SettingParser(listOf: .scope), default: [], as: "none",
        "Scopes to request in addition to those of scopes.")
    var redirectUri = Setting(
        "redirectUri", .authority, .redirectURI, otherwise: "\(SitePath.redirect) on localhost with listen's port",
        "The registered redirect URI; its origin is the site's public origin. A urn: counts as not given.")
    var responseMode = Setting(
        "responseMode", .authority, .choice([ResponseMode.query, .formPost]), default: .query,
        "How the authority sends the authorization response.")
    var prompt = Setting(
        "prompt", .authority, .text, otherwise: "none",
        "The prompt parameter of each sign-in, as login or select_account.")
    var extraQueryParameters = Setting(
        "extraQueryParameters", .authority, .parameters, default: ExtraQueryParameters(), as: "none",
        """
        Further parameters of the authorization request, none of them the protocol's own; max_age is checked against \
        auth_time, acr_values against acr.
        """)
    var signInHints = Setting(
        "signInHints", .authority, .signInHints, default: [], as: "none",
        "Further sign-in buttons; the hint is sent as domain_hint, letter case kept, as in Google=Google.")
    var clientCapabilities = Setting(
        "clientCapabilities", .authority, .capabilities, default: [], as: "none",
        """
        The capabilities of this client that Microsoft Entra reads in each authorization request, as cp1: that the \
        tasks API may demand claims at any time, so that access tokens last longer.
        """)
    var requiredClaims = Setting(
        "requiredClaims", .authority, SettingParser(listOf: .requiredClaim), default: [], as: "everyone may sign in",
        """
        Who may sign in, by the ID token's claims: each name needs one of its values; a list has to contain it. \
        Values with spaces or commas: in a file's list only.
        """)
    var sameUsersAs = Setting(
        "sameUsersAs", .authority, .namedAuthority, otherwise: "none",
        """
        Another authority with the same directory, configured or not any more: its users are recognised by oid, as \
        when they move from Azure AD B2C to Entra External ID.
        """)
    var moreAuthorities = Setting(
        "moreAuthorities", .authority, .tables, otherwise: "none",
        """
        Further authorities, in a settings file only. Each entry has a name for its URLs, a label for its button, and \
        the settings marked with *.
        """)
    var authorityTimeout = Setting(
        "authorityTimeout", .authority, .seconds, default: .seconds(10),
        "The longest that one request to the authority may take.")

    // MARK: Azure AD B2C policies

    var emailSignUpPolicyId = Setting(
        "emailSignUpPolicyId", .policies, .policy, otherwise: developmentPolicy, "The policy to sign up by e-mail.")
    var emailSignInPolicyId = Setting(
        "emailSignInPolicyId", .policies, .policy, otherwise: developmentPolicy, "The policy to sign in by e-mail.")
    var faceBookSignInPolicyId = Setting(
        "faceBookSignInPolicyId", .policies, .policy, otherwise: developmentPolicy,
        "The policy to sign in by Facebook.")
    var passwordResetPolicyId = Setting(
        "passwordResetPolicyId", .policies, .policy, otherwise: developmentPolicy, "The policy to reset a password.")
    var profileEditPolicyId = Setting(
        "profileEditPolicyId", .policies, .policy, otherwise: developmentPolicy, "The policy to edit the profile.")

    // MARK: The tasks API

    var taskWebAPI = Setting(
        "taskWebAPI", .tasksAPI, .serviceURL, otherwise: "the embedded tasks API",
        "The base URL of the tasks API, as http://localhost:3002/tasks.")
    var apiAudience = Setting(
        "apiAudience", .tasksAPI, .text, otherwise: "clientId",
        "What the embedded tasks API expects in a token's aud.")
    var maxTasks = Setting(
        "maxTasks", .tasksAPI, .count(), default: 10000,
        "The most tasks that a user may add at the embedded tasks API; deletes none.")
    var deleteMaxAge = Setting(
        "deleteMaxAge", .tasksAPI, .wholeSeconds(upTo: .seconds(30 * 86_400)), otherwise: "none",
        "How long after authenticating a user may delete at the embedded tasks API, by auth_time in the access token.")
    var apiTimeout = Setting(
        "apiTimeout", .tasksAPI, .seconds, default: .seconds(10),
        "The longest that one request to the tasks API may take.")

    // MARK: Pages

    var showClaims = Setting(
        "showClaims", .pages, .boolean, default: true, "Whether there is a page of the user's claims.")
    var fullScreen = Setting(
        "fullScreen", .pages, .boolean, default: true,
        "Whether sign-in takes the whole tab; otherwise it opens a pop-up window, if scripts run.")
    var correlationId = Setting(
        "correlationId", .pages, .uuid, otherwise: "a new one for each request",
        "What every request to the authority and the tasks API carries as client-request-id and X-Correlation-ID.")

    // MARK: Network

    var listen = Setting(
        "listen", .network, .listenAddress, default: .loopback(3000), "Where the web front end listens.")
    var identityListen = Setting(
        "identityListen", .network, .listenAddress, default: .loopback(3001),
        "Where the development identity provider listens; a loopback address.")
    var apiListen = Setting(
        "apiListen", .network, .listenAddress, default: .loopback(3002),
        "Where the tasks API listens, for requests whose Host is a loopback name.")
    var adminListen = Setting(
        "adminListen", .network, .listenAddress, otherwise: "off",
        "Where /metrics, /healthz and /readyz are served for operators, in plain HTTP; not for the public.")
    var threads = Setting(
        "threads", .network, .count(upTo: Configuration.mostThreads),
        otherwise: "the processors that the process may use, from 2 to \(Configuration.mostThreads)",
        "The event loops of the server; the threads for outgoing calls and databases follow from it.")
    var maxConnections = Setting(
        "maxConnections", .network, .count(), default: 10000,
        "The most connections of browsers at once; further ones wait.")
    var trustedProxies = Setting(
        "trustedProxies", .network, SettingParser(listOf: .addressRange), default: [], as: "none",
        """
        Addresses or ranges (10.0.0.0/8) of proxies whose Forwarded or X-Forwarded-For names the client in the log, \
        and whose traceparent is continued.
        """
    )
    var tlsCertificateFile = Setting(
        "tlsCertificateFile", .network, .certificateFile, otherwise: "plain HTTP",
        "The certificate and its chain for browsers, in PEM; goes with tlsKeyFile.")
    var tlsKeyFile = Setting(
        "tlsKeyFile", .network, .privateKeyFile, "The certificate's private key, in PEM.")
    var caFile = Setting(
        "caFile", .network, .certificateFile, otherwise: "the system's roots",
        "Root certificates to trust in outgoing requests in addition to the system's, in PEM.")

    // MARK: Sessions and storage

    var sessionKeys = Setting(
        "sessionKeys", .sessions, .sessionKeys, otherwise: "made once and stored in the data directory", secret: true,
        "Keys that seal cookies, newest first: the first seals, all open. latchkey key prints a new one.")
    var sessionIdleTimeout = Setting(
        "sessionIdleTimeout", .sessions, .wholeSeconds(upTo: SignInOptions.longestLifetime),
        default: SignInOptions().idleTimeout,
        "How long a session lasts without being used.")
    var sessionLifetime = Setting(
        "sessionLifetime", .sessions, .wholeSeconds(upTo: SignInOptions.longestLifetime),
        default: SignInOptions().lifetime,
        "How long a session lasts at most.")
    var maxSessions = Setting(
        "maxSessions", .sessions, .count(upTo: SignInOptions.mostSessions), default: SignInOptions().maximumSessions,
        "The most sessions of a user; a further sign-in ends the one that was used least recently.")
    var deviceBinding = Setting(
        "deviceBinding", .sessions, .choice(DeviceBinding.allCases), default: SignInOptions().deviceBinding,
        """
        Whether sessions are bound to the browser's device, if the browser can do that, over HTTPS. observe checks \
        and logs its proofs, and refuses nothing.
        """)
    var database = Setting(
        "database", .sessions, .database, otherwise: "sqlite: in the data directory", secret: true,
        "Stores tasks, sessions and forms whose session has ended; replicas share a PostgreSQL database."
    )
    var dataDirectory = Setting(
        "dataDirectory", .sessions, .directory, default: ".latchkey", as: ".latchkey in the working directory",
        "The folder of files that the program writes.")

    // MARK: Traces

    var tracesEndpoint = Setting(
        "tracesEndpoint", .traces, .tracesEndpoint, otherwise: "none: no traces are recorded",
        """
        The URL of a collector that gets traces (OTLP over HTTP, in JSON), as https://collector.example:4318; without \
        a path /v1/traces is added.
        """)
    var tracesRatio = Setting(
        "tracesRatio", .traces, .ratio, default: 1, as: "1",
        "The share of new traces that are recorded; for those of trustedProxies their sampled flag decides.")
    var tracesHeadersFile = Setting(
        "tracesHeadersFile", .traces, .headerFieldsFile, otherwise: "none",
        "A file of further header fields for the collector, such as credentials: a line NAME: VALUE each.")

    // MARK: Logging

    var logLevel = Setting(
        "logLevel", .logging, .choice(Logger.Level.allCases), default: .info,
        "The least level that is logged: \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")).")
    var logFormat = Setting(
        "logFormat", .logging, .choice(LogFormat.allCases), default: .text, "How the log is written.")

    // MARK: Keys of the iOS sample's file, which are accepted and ignored, and hidden from help

    var userId = Setting("userId", .authority, .ignored, "")
    var resourceString = Setting("resourceString", .authority, .ignored, "")

    private static let developmentProvider = "that of the development identity provider"
    private static let developmentPolicy = "none; with the development identity provider its own"
}

extension Settings {
    /// The prefix of all variables.
    static let environmentPrefix = "LATCHKEY_"
    /// The option that names the settings file.
    static let fileOption = "--settings"
    /// The variable that names the settings file.
    static let fileVariable = "LATCHKEY_SETTINGS"

    /// Reads each setting; a test compares the list with the table.
    static let readers: [SettingReader] = [
        .init(\.authority), .init(\.issuer), .init(\.allowedTenants), .init(\.clientId), .init(\.clientSecret),
        .init(\.clientAuthentication), .init(\.clientKeyFile), .init(\.clientCertificateFile),
        .init(\.clientAssertionFile), .init(\.clientAssertionAudience), .init(\.pushedRequests), .init(\.scopes),
        .init(\.additionalScopes), .init(\.redirectUri), .init(\.responseMode), .init(\.prompt),
        .init(\.extraQueryParameters), .init(\.signInHints), .init(\.clientCapabilities), .init(\.requiredClaims),
        .init(\.sameUsersAs), .init(\.moreAuthorities), .init(\.authorityTimeout), .init(\.emailSignUpPolicyId),
        .init(\.emailSignInPolicyId),
        .init(\.faceBookSignInPolicyId), .init(\.passwordResetPolicyId), .init(\.profileEditPolicyId),
        .init(\.taskWebAPI), .init(\.apiAudience), .init(\.maxTasks), .init(\.deleteMaxAge), .init(\.apiTimeout),
        .init(\.showClaims),
        .init(\.fullScreen), .init(\.correlationId), .init(\.listen), .init(\.identityListen), .init(\.apiListen),
        .init(\.adminListen), .init(\.threads), .init(\.maxConnections), .init(\.trustedProxies),
        .init(\.tlsCertificateFile),
        .init(\.tlsKeyFile), .init(\.caFile), .init(\.sessionKeys), .init(\.sessionIdleTimeout),
        .init(\.sessionLifetime), .init(\.maxSessions), .init(\.deviceBinding), .init(\.database),
        .init(\.dataDirectory), .init(\.tracesEndpoint), .init(\.tracesRatio), .init(\.tracesHeadersFile),
        .init(\.logLevel),
        .init(\.logFormat), .init(\.userId), .init(\.resourceString),
    ]

    /// The rows of the table.
    static let rows = readers.map(\.row)

    /// The rows and the twins of secrets, each after its secret.
    static let all = rows.flatMap { row in [row] + (row.fileTwin.map { [$0] } ?? []) }

    /// The rows that each authority has: an entry of `moreAuthorities` takes them as the file itself does.
    static let ofEachAuthority = readers.filter { reader in
        let row = reader.row
        return switch row.name {
        case name(\.apiAudience): true
        case name(\.redirectUri), name(\.authorityTimeout), name(\.faceBookSignInPolicyId), name(\.moreAuthorities):
            false
        default: (row.group == .authority || row.group == .policies) && row.form.kind != .ignored
        }
    }

    /// Whether an entry of `moreAuthorities` takes a row or its twin.
    static func isOfEachAuthority(_ row: SettingRow) -> Bool {
        ofEachAuthority.map(\.row).contains { $0.name == row.name || $0.fileTwin?.name == row.name }
    }

    /// The rows that help and documentation show.
    static let shown = all.filter { $0.form.kind != .ignored }

    /// The name of a setting.
    static func name(_ setting: KeyPath<Settings, Setting<some Sendable>>) -> String {
        table[keyPath: setting].row.name
    }

    static func row(named name: String) -> SettingRow? { all.first { $0.name == name } }
    static func row(option: String) -> SettingRow? { all.first { $0.option == option } }
    static func row(environmentName: String) -> SettingRow? { all.first { $0.environmentName == environmentName } }
}

extension ListenAddress {
    fileprivate static func loopback(_ port: Int) -> ListenAddress { ListenAddress(host: "127.0.0.1", port: port) }
}
