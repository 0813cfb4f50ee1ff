import HTTPTransport
import Logging
import OpenIDConnect
import WebServing

/// All settings, read and checked.
struct Configuration: Sendable {
    /// The route that ends a sign-in.
    static let replyPath = "/auth/openid/return"

    /// The issuer or B2C authority as it is written, perhaps with `{policy}`; `nil` stands for the development identity
    /// provider.
    var authority: String?
    /// The only issuer to accept, where it is not the authority.
    var issuer: String?
    /// The client id; `nil` only with the development identity provider, which then knows its own.
    var clientId: String?
    var clientSecret: Secret?
    /// How to authenticate at the token endpoint; `nil` leaves it to what the authority offers.
    var clientAuthentication: ClientAuthenticationMethod?
    /// The private key for `private_key_jwt`, in PEM.
    var clientKey: Secret?
    /// What `scopes` names; empty where it is not set.
    var scopes: [String]
    var additionalScopes: [String]
    var redirectURI: HTTPURL
    var responseMode: ResponseMode
    var prompt: String?
    var extraQueryParameters: ExtraQueryParameters
    var policies: PolicyNames

    /// The tasks API's base URL; `nil` stands for the one that runs beside the web front end.
    var taskWebAPI: HTTPURL?
    /// What the tasks API that runs beside the web front end expects in `aud`; `nil` only where ``clientId`` is.
    var apiAudience: String?
    /// The most tasks that a user may add there.
    var maxTasks: Int

    var showClaims: Bool
    var fullScreen: Bool
    /// A UUID for every outgoing call; `nil`: each request its own.
    var correlationId: String?

    var listen: ListenAddress
    var identityListen: ListenAddress
    var apiListen: ListenAddress
    var maxConnections: Int
    var trustedProxies: [AddressRange]
    /// The files for HTTPS towards browsers; `nil`: plain HTTP.
    var tls: TLSFiles?
    var caFile: String?

    /// The session keys in base64url without padding, newest first; `nil`: kept in the data directory.
    var sessionKeys: [Secret]?
    var sessionIdleTimeout: Duration
    var sessionLifetime: Duration
    var database: DatabaseLocation
    var dataDirectory: String

    var apiTimeout: Duration
    var authorityTimeout: Duration
    var logLevel: Logger.Level
    var logFormat: LogFormat

    /// The files that hold a secret among the settings.
    var secretFiles: [SecretFile]
    /// What the person who starts the program should know about the settings, a line each.
    var notices: [String]
}

extension Configuration {
    var usesDevelopmentIdentityProvider: Bool { authority == nil }

    /// What the client proves itself with at an authority of its own.
    var clientCredential: ClientCredential {
        ClientCredential(secret: clientSecret?.value, privateKey: clientKey?.value)
    }

    var usesEmbeddedTasksAPI: Bool { taskWebAPI == nil }

    /// Whether browsers see HTTPS, from us or from a proxy before us.
    var isOverHTTPS: Bool { redirectURI.scheme == .https }

    /// The origin that browsers see.
    var publicOrigin: String { redirectURI.origin }

    /// The scopes to ask for beside `openid profile offline_access`, each once; with policies and no ``scopes`` the
    /// client id is one, without which B2C gives no access token.
    func requestedScopes(clientId: String) -> [String] {
        var result: [String] = []
        for scope in (scopes.isEmpty && !policies.all.isEmpty ? [clientId] : scopes) + additionalScopes
        where !result.contains(scope) {
            result.append(scope)
        }
        return result
    }
}
