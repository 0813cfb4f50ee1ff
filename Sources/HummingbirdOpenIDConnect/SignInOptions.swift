public import OpenIDConnect

/// Where the routes of a sign-in are, how long a session lasts, and what the authority is asked for.
public struct SignInOptions: Sendable {
    /// Where a sign-in begins; `?returnTo=/path` says where it comes back to.
    public var signInPath: String
    /// Where a form is posted to sign out.
    public var signOutPath: String
    /// Where a person comes to who signs in without `returnTo`, gives up, or signs out.
    ///
    /// With the origin of the redirect URI before it, it is the `post_logout_redirect_uri` to register at the authority
    /// (OpenID Connect RP-Initiated Logout 1.0, section 2).
    public var homePath: String
    /// The session's cookie; over HTTPS it has the prefix `__Host-`.
    public var cookieName: String
    /// How long a session lasts that nobody uses.
    public var idleTimeout: Duration
    /// How long a session lasts at the most.
    public var lifetime: Duration
    /// What each sign-in asks for.
    public var request: SignInRequest

    /// Options; each has a default.
    public init(
        signInPath: String = "/sign-in", signOutPath: String = "/sign-out", homePath: String = "/",
        cookieName: String = "session",
        idleTimeout: Duration = .seconds(3600), lifetime: Duration = .seconds(43_200),
        request: SignInRequest = SignInRequest()
    ) {
        self.signInPath = signInPath
        self.signOutPath = signOutPath
        self.homePath = homePath
        self.cookieName = cookieName
        self.idleTimeout = idleTimeout
        self.lifetime = lifetime
        self.request = request
    }

    /// - Throws: `OpenIDConnectError` of the kind `configuration(setting:)` with the name of the option that can't
    ///   work.
    func check(replyPath: String) throws(OpenIDConnectError) {
        func wrong(_ setting: String, _ words: String) -> OpenIDConnectError {
            .init(.configuration(setting: setting), words)
        }
        for (name, path) in [("signInPath", signInPath), ("signOutPath", signOutPath), ("homePath", homePath)] {
            guard LocalPath(path)?.value == path, !path.contains("?") else {
                throw wrong(name, "\(name) is no path of a site")
            }
        }
        guard Set([signInPath, signOutPath, homePath, replyPath]).count == 4 else {
            throw wrong("redirectURI", "the paths of sign-in, answer, sign-out and home are not four different ones")
        }
        guard !cookieName.isEmpty, cookieName.utf8.allSatisfy({ $0.isOfToken }) else {
            throw wrong("cookieName", "cookieName has other characters than letters, digits, - and _")
        }
        guard idleTimeout >= .seconds(1), lifetime >= .seconds(1) else {
            throw wrong("lifetime", "idleTimeout and lifetime need at least one second")
        }
    }
}

extension UInt8 {
    fileprivate var isOfToken: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
