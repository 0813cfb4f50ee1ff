public import OpenIDConnect

/// Why nobody is signed in, or a sign-in did not succeed.
///
/// Hummingbird turns it into a response of its own, a redirect or one line of text. To show pages instead, catch it in
/// middleware that is added before ``WebSignIn/add(to:)``.
public struct SignInError: Error, Sendable, Equatable {
    /// What happened.
    public enum Kind: Sendable, Equatable {
        /// Nobody is signed in: 303 to sign-in for a navigation, which then comes back; else 401.
        case notSignedIn
        /// A request that may change something was not made by a page of this site: 403.
        case crossSiteRequest
        /// The answer belongs to no sign-in under way in this browser: unknown, used before, another browser's, or
        /// over. 400.
        case unknownSignIn
        /// The authority refused, answered nonsense, or can't be reached: 400, 500, 502, 503 or 504.
        case provider(OpenIDConnectError)
        /// The tokens need more than the 12 KiB that the session's cookies may have, or could not be sealed: 500.
        case sessionTooLarge
    }

    /// What happened.
    public let kind: Kind
    let signInPath: String?
    let cookies: [String]

    init(_ kind: Kind, signInPath: String? = nil, cookies: [String] = []) {
        self.kind = kind
        self.signInPath = signInPath
        self.cookies = cookies
    }
}
