import Logging
import OpenIDConnect

/// The rows of the table, a group at a time.
enum SettingRows {
    static let authority = [
        Setting(
            .authority, .authority, .authority, default: "the development identity provider",
            "The issuer; or an Azure AD B2C authority, where {policy} stands for the policy's name."),
        Setting(
            .issuer, .url, .authority, default: "the authority", "The issuer to expect where it is not the authority."),
        Setting(
            .clientId, .text, .authority, default: "that of the development identity provider",
            "The client id registered at the authority."
        ),
        Setting(
            .clientSecret, .text, .authority, default: "that of the development identity provider", secret: true,
            "The client secret registered at the authority."),
        Setting(
            .clientAuthentication, .choice(ClientAuthenticationMethod.allCases.map(\.rawValue)), .authority,
            default: "the first that the authority offers and whose credential is set",
            "How the client authenticates at the token endpoint."),
        Setting(.clientKeyFile, .pemFile(.privateKey), .authority, "The private key for private_key_jwt, in PEM."),
        Setting(
            .scopes, .list(.scope), .authority, default: "none; with policies the client id",
            "Scopes to ask for beside openid, profile and offline_access."),
        Setting(
            .additionalScopes, .list(.scope), .authority, default: "none", "Scopes to ask for beside those of scopes."),
        Setting(
            .redirectUri, .redirectURI, .authority, default: "/auth/openid/return on localhost with listen's port",
            "The registered reply URL; its origin is the site's public origin. A urn: counts as not given."),
        Setting(
            .responseMode, .choice([ResponseMode.query, .formPost].map(\.rawValue)), .authority, default: "query",
            "How the authority sends its answer back."),
        Setting(
            .prompt, .text, .authority, default: "none",
            "The prompt parameter of each sign-in, as login or select_account."),
        Setting(
            .extraQueryParameters, .parameters, .authority, default: "none",
            """
            Further parameters of the authorization request, none of them the protocol's own; max_age is checked against auth_time, \
            acr_values against acr.
            """),
        Setting(
            .authorityTimeout, .seconds(fractions: true), .authority, default: "10",
            "The longest that one call to the authority may take."),
    ]

    static let policies = [
        Setting(
            .emailSignUpPolicyId, .policy, .policies, default: developmentPolicy, "The policy to sign up by e-mail."),
        Setting(
            .emailSignInPolicyId, .policy, .policies, default: developmentPolicy, "The policy to sign in by e-mail."),
        Setting(
            .faceBookSignInPolicyId, .policy, .policies, default: developmentPolicy,
            "The policy to sign in by Facebook."),
        Setting(
            .passwordResetPolicyId, .policy, .policies, default: developmentPolicy, "The policy to reset a password."),
        Setting(
            .profileEditPolicyId, .policy, .policies, default: developmentPolicy, "The policy to edit the profile."),
    ]

    static let tasksAPI = [
        Setting(
            .taskWebAPI, .serviceURL, .tasksAPI, default: "the tasks API that runs beside the web front end",
            "The base URL of the tasks API, as http://localhost:3002/tasks."),
        Setting(
            .apiAudience, .text, .tasksAPI, default: "clientId",
            "What the tasks API that runs beside the web front end expects in a token's aud."),
        Setting(
            .maxTasks, .count, .tasksAPI, default: "10000",
            "The most tasks that a user may add at that tasks API; deletes nothing that is there."),
        Setting(
            .apiTimeout, .seconds(fractions: true), .tasksAPI, default: "10",
            "The longest that one call to the tasks API may take."),
    ]

    static let pages = [
        Setting(.showClaims, .boolean, .pages, default: "true", "Whether there is a page of the person's claims."),
        Setting(
            .fullScreen, .boolean, .pages, default: "true",
            "Whether sign-in takes the whole tab; otherwise it opens a pop-up window where scripts run."),
        Setting(
            .correlationId, .uuid, .pages, default: "a new one for each request",
            "What every call to the authority and the tasks API carries as client-request-id and X-Correlation-ID."),
    ]

    static let network = [
        Setting(.listen, .listenAddress, .network, default: "127.0.0.1:3000", "Where the web front end listens."),
        Setting(
            .identityListen, .listenAddress, .network, default: "127.0.0.1:3001",
            "Where the development identity provider listens; a loopback address."),
        Setting(.apiListen, .listenAddress, .network, default: "127.0.0.1:3002", "Where the tasks API listens."),
        Setting(
            .adminListen, .listenAddress, .network, default: "off",
            "Where metrics are served; not part of this version."),
        Setting(
            .maxConnections, .count, .network, default: "10000",
            "How many connections of browsers there may be at once; one more waits."),
        Setting(
            .trustedProxies, .list(.addressRange), .network, default: "none",
            "Addresses or ranges (10.0.0.0/8) of proxies whose Forwarded and X-Forwarded-For are believed, for the client's address in the log."
        ),
        Setting(
            .tlsCertificateFile, .pemFile(.certificate), .network, default: "plain HTTP",
            "The certificate and its chain for browsers, in PEM; goes with tlsKeyFile."),
        Setting(.tlsKeyFile, .pemFile(.privateKey), .network, "The certificate's private key, in PEM."),
        Setting(
            .caFile, .pemFile(.certificate), .network, default: "the system's roots",
            "Root certificates to trust in outgoing calls beside the system's, in PEM."),
    ]

    static let sessions = [
        Setting(
            .sessionKeys, .list(.sessionKey), .sessions, default: "made once and kept in the data directory",
            secret: true,
            "Keys that seal cookies, newest first: the first seals, all open. latchkey key prints a new one."),
        Setting(
            .sessionIdleTimeout, .seconds(fractions: false), .sessions, default: "3600",
            "How long a session lasts that nobody uses."),
        Setting(
            .sessionLifetime, .seconds(fractions: false), .sessions, default: "43200",
            "How long a session lasts at most."),
        Setting(
            .database, .database, .sessions, default: "sqlite: in the data directory", secret: true,
            "Where tasks, the register of sessions and what was typed when one ended are kept; replicas share a PostgreSQL database."
        ),
        Setting(
            .dataDirectory, .directory, .sessions, default: ".latchkey in the working directory",
            "Where the parts that run beside the web front end keep their files."),
    ]

    static let logging = [
        Setting(
            .logLevel, .choice(Logger.Level.allCases.map(\.rawValue)), .logging, default: "info",
            "The least level that is logged: \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", "))."),
        Setting(
            .logFormat, .choice(LogFormat.allCases.map(\.rawValue)), .logging, default: "text",
            "How the log is written."),
    ]

    /// Names of the iOS sample that mean nothing here; they are in no group, for nobody is to be shown them.
    static let sample = [
        Setting(.userId, .ignored, .authority, ""), Setting(.resourceString, .ignored, .authority, ""),
    ]

    private static let developmentPolicy = "none; with the development identity provider its own"
}
