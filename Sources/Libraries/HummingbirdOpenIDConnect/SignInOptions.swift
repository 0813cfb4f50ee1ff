import Encodings
public import OpenIDConnect
import WebSupport

/// The paths of a sign-in, the lifetimes of sessions, and the parameters of authorization requests.
public struct SignInOptions: Sendable {
    /// The path to which sign-out forms are posted.
    public var signOutPath: String
    /// The path to which the authority posts logout tokens (OpenID Connect Back-Channel Logout 1.0).
    public var backChannelLogoutPath: String
    /// The path that the authority loads in a frame to end a session (OpenID Connect Front-Channel Logout 1.0).
    public var frontChannelLogoutPath: String
    /// Whether sessions are bound to the browser's device; effective over HTTPS only.
    public var deviceBinding: DeviceBinding
    /// The path to which the browser posts the key of its device; it posts later proofs to `/refresh` below.
    public var devicePath: String
    /// The page after a cancelled sign-in.
    public var homePath: String
    /// The page after a sign-in without `returnTo`; `nil`: ``homePath``.
    public var signedInPath: String?
    /// The page after sign-out; `nil`: ``homePath``.
    ///
    /// With the origin of the redirect URI before it, it is the `post_logout_redirect_uri` to register at the authority
    /// (OpenID Connect RP-Initiated Logout 1.0, section 2).
    public var signedOutPath: String?
    /// Paths that a sign-in never returns to, nor to any path below them; the sign-in's own are always among them.
    public var unreturnablePaths: [String]
    /// The session's cookie; over HTTPS it has the prefix `__Host-`.
    ///
    /// The names of the sign-in's other cookies start with it.
    public var cookieName: String
    /// The application's cookies that may expire if all cookies pass 13 KiB together, in this order; without `__Host-`.
    public var expendableCookies: [String]
    /// The application's cookies that expire at sign-out; without `__Host-`.
    public var signOutCookies: [String]
    /// The application's cookies that are sealed with the codec of the sign-in, each under its whole name; without
    /// `__Host-`.
    ///
    /// A navigation expires those that don't open.
    public var sealedCookies: [String]
    /// How long a session may be idle; parts of a second are cut off.
    public var idleTimeout: Duration
    /// How long a session lasts at most.
    public var lifetime: Duration
    /// The maximum number of sessions of a user, 1 to 10,000.
    ///
    /// A further sign-in ends the session that was used least recently.
    public var maximumSessions: Int
    /// The parameters of each authorization request, unless a link or the browser has hints and languages.
    ///
    /// Its policy is ignored, because it is the route's.
    public var request: SignInRequest

    /// Options; each has a default.
    public init(
        signOutPath: String = "/sign-out", backChannelLogoutPath: String = "/sign-in/back-channel-logout",
        frontChannelLogoutPath: String = "/sign-in/front-channel-logout", deviceBinding: DeviceBinding = .off,
        devicePath: String = "/sign-in/device", homePath: String = "/",
        signedInPath: String? = nil, signedOutPath: String? = nil, unreturnablePaths: [String] = [],
        cookieName: String = "session", expendableCookies: [String] = [], signOutCookies: [String] = [],
        sealedCookies: [String] = [], idleTimeout: Duration = .seconds(3600), lifetime: Duration = .seconds(43_200),
        maximumSessions: Int = 100, request: SignInRequest = SignInRequest()
    ) {
        self.signOutPath = signOutPath
        self.backChannelLogoutPath = backChannelLogoutPath
        self.frontChannelLogoutPath = frontChannelLogoutPath
        self.deviceBinding = deviceBinding
        self.devicePath = devicePath
        self.homePath = homePath
        self.signedInPath = signedInPath
        self.signedOutPath = signedOutPath
        self.unreturnablePaths = unreturnablePaths
        self.cookieName = cookieName
        self.expendableCookies = expendableCookies
        self.signOutCookies = signOutCookies
        self.sealedCookies = sealedCookies
        self.idleTimeout = idleTimeout
        self.lifetime = lifetime
        self.maximumSessions = maximumSessions
        self.request = request
    }

    /// The path to which the browser posts proofs of its device's key.
    var deviceRefreshPath: String { devicePath + "/refresh" }
    var devicePaths: [String] { [devicePath, deviceRefreshPath] }
    var idleSeconds: Int64 { idleTimeout.components.seconds }
    var lifetimeSeconds: Int64 { lifetime.components.seconds }

    /// - Throws: If an option can't work.
    func check(_ authorities: [SignInAuthority]) throws(SignInSetupError) {
        let pages = [("homePath", homePath), ("signedInPath", signedInPath), ("signedOutPath", signedOutPath)]
        let routes = [
            ("signOutPath", signOutPath), ("backChannelLogoutPath", backChannelLogoutPath),
            ("frontChannelLogoutPath", frontChannelLogoutPath), ("devicePath", devicePath),
            ("devicePath", deviceRefreshPath),
        ]
        for (name, path) in pages + routes {
            guard let path else { continue }
            guard Self.isPath(path) else { throw SignInSetupError("\(name) is no path of a site") }
        }
        for path in authorities.flatMap(\.routes).map(\.path) where !Self.isPath(path) {
            throw SignInSetupError("the path of a sign-in route is no path of a site")
        }
        let paths = routes.map(\.1) + authorities.flatMap { [$0.redirectPath] + $0.routes.map(\.path) }
        guard Set(paths).count == paths.count, Set(paths).isDisjoint(with: pages.compactMap(\.1)) else {
            throw SignInSetupError("two of the paths of pages, sign-in, redirect URI and logout are the same")
        }
        for name in [cookieName] + expendableCookies + signOutCookies + sealedCookies {
            guard !name.isEmpty, name.utf8.allSatisfy(\.isOfToken) else {
                throw SignInSetupError("a cookie's name has other characters than letters, digits, - and _")
            }
        }
        guard (.zero...Self.longestLifetime).contains(idleTimeout) else {
            throw SignInSetupError("idleTimeout is less than none or more than ten years")
        }
        guard (.seconds(1)...Self.longestLifetime).contains(lifetime) else {
            throw SignInSetupError("lifetime isn't a second to ten years")
        }
        guard (1...Self.mostSessions).contains(maximumSessions) else {
            throw SignInSetupError("maximumSessions isn't 1 to \(Self.mostSessions)")
        }
    }

    /// Maximum of ``lifetime`` and ``idleTimeout``.
    package static var longestLifetime: Duration { .seconds(10 * 365 * 86_400) }
    /// Maximum of ``maximumSessions``.
    package static var mostSessions: Int { 10_000 }

    private static func isPath(_ path: String) -> Bool { LocalPath(path) != nil && !path.contains("?") }
}

extension UInt8 {
    fileprivate var isOfToken: Bool {
        isLetter || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
    }
}
