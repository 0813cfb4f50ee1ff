package import FoundationEssentials

/// The settings of a development identity provider.
package struct ProviderConfiguration: Sendable {
    /// The signing key's file in the data directory.
    package static let keyFile = "identity-provider-key.pem"
    /// The accounts' database in the data directory.
    package static let databaseFile = "identity-provider.sqlite"

    /// The address at which browsers reach the provider, as `http://localhost:3001`.
    ///
    /// Every URL that the provider gives out starts with it, whatever a request's `Host` is.
    package var baseURL: String
    /// The directory with the accounts and the signing key.
    package var dataDirectory: String
    package var clientID: String
    package var clientSecret: String
    /// The client's registered redirect URI; a request must name exactly this one.
    package var redirectURI: String
    /// The addresses to which the client may have browsers sent after sign-out; compared exactly.
    package var postLogoutRedirectURIs: [String]
    /// How long access and ID tokens are valid, in seconds.
    package var tokenLifetime = 3600
    /// How long an authorization code is valid, in seconds.
    package var codeLifetime = 300
    /// How long a refresh token is valid, in seconds; each use gives a new one.
    package var refreshTokenLifetime = 14 * 24 * 3600
    /// How long a grant lasts however often it is refreshed, in seconds.
    package var grantLifetime = 90 * 24 * 3600
    /// How long a browser stays signed in here, in seconds.
    package var sessionLifetime = 24 * 3600
    /// The cost of a password's hash, as a power of two; tests lower it.
    package var passwordCost = 15
    /// The present time; tests set it.
    package var now: @Sendable () -> Date = { Date() }

    package init(
        baseURL: String, dataDirectory: String, clientID: String, clientSecret: String, redirectURI: String,
        postLogoutRedirectURIs: [String]
    ) {
        self.baseURL = baseURL
        self.dataDirectory = dataDirectory
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.redirectURI = redirectURI
        self.postLogoutRedirectURIs = postLogoutRedirectURIs
    }

    /// The present time in seconds since 1970, as tokens count it.
    var time: Int { Int(now().timeIntervalSince1970) }
}

/// Why a development identity provider can't start.
package struct ProviderSetupError: Error, Sendable, CustomStringConvertible {
    package enum Kind: Sendable {
        /// The base URL isn't an `http` URL of a loopback host alone.
        case baseURL
        /// A redirect URI isn't an absolute `http` or `https` URL.
        case redirectURI
        /// The data directory, or a file in it, can't be read or written.
        case dataDirectory
    }

    package let kind: Kind
    /// The fault, for the operator.
    package let description: String
}
