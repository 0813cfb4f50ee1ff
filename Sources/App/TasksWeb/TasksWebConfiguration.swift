package import HTTPTransport
package import HummingbirdOpenIDConnect
package import WebSupport

/// The configuration of the web front end.
package struct TasksWebConfiguration: Sendable {
    /// The registered redirect URI; its origin is the site's.
    package var redirectURI: HTTPURL
    /// The authorities, the main one first.
    package var authorities: [SignInAuthority]
    /// Base URL of the tasks API.
    package var tasksAPI: HTTPURL
    /// How long one call to the tasks API may take.
    package var apiTimeout: Duration
    /// Whether there is a page of the ID token's claims.
    package var showsClaims: Bool
    /// Whether sign-in takes the whole tab (`true`) or a pop-up window.
    package var fullScreen: Bool
    /// The correlation identifier of every outgoing call; `nil` gives each request its own.
    package var correlationID: String?
    /// The sign-in's paths, and how long sessions last.
    package var signIn = SignInOptions.site
    /// The proxies that are trusted to name a request's client and its trace, for logs and traces.
    package var trustedProxies = TrustedProxies()

    /// A configuration without trusted proxies, in which each request gets its own correlation identifier.
    package init(
        redirectURI: HTTPURL, authorities: [SignInAuthority], tasksAPI: HTTPURL, apiTimeout: Duration,
        showsClaims: Bool,
        fullScreen: Bool
    ) {
        self.redirectURI = redirectURI
        self.authorities = authorities
        self.tasksAPI = tasksAPI
        self.apiTimeout = apiTimeout
        self.showsClaims = showsClaims
        self.fullScreen = fullScreen
    }

    /// Whether browsers reach the site over HTTPS, and its cookies are `Secure`.
    package var isOverHTTPS: Bool { redirectURI.scheme == .https }
}
