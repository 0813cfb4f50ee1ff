import Encodings

/// The purpose of a token, which decides the error if it is invalid.
enum TokenPurpose {
    case idToken
    /// The ID token of a refresh, which ends the session if it is refused.
    case refreshedIDToken
    case accessToken
    case logoutToken
    case userInfo

    /// - Parameter value: The value that mattered, for the log alone.
    func refusal(_ reason: RefusalReason, _ value: String? = nil) -> OpenIDConnectError {
        let words = reason.words(value)
        return switch self {
        case .idToken, .refreshedIDToken: OpenIDConnectError(reason.kind, "the ID token is refused: \(words)")
        case .accessToken:
            OpenIDConnectError(.invalidAccessToken(reason.rawValue), "the access token is refused: \(words)")
        case .logoutToken: OpenIDConnectError(.invalidLogoutToken, "the logout token is refused: \(words)")
        case .userInfo: OpenIDConnectError(.invalidProviderResponse, "UserInfo is refused: \(words)")
        }
    }

    /// Minimum interval between two fetches of the keys because no cached one verifies such a token, in seconds.
    ///
    /// Until then a good token of a new key is refused, too. Logout tokens have a longer interval, because anybody may
    /// send one, and providers repeat one that wasn't refused for good.
    var leastKeyInterval: Double {
        switch self {
        case .idToken, .refreshedIDToken, .userInfo, .accessToken: 5
        case .logoutToken: 60
        }
    }

    /// Whether a token of an unknown key isn't refused for good until the keys may be fetched again.
    ///
    /// Providers don't send a refused logout token again, and a refresh whose ID token is refused ends the session.
    var awaitsKeys: Bool { self == .logoutToken || self == .refreshedIDToken }

    /// Whether a client sends such a token with many requests.
    var isSentRepeatedly: Bool { self == .accessToken }

    /// Whether such a token may have this `typ` in its header; a token for another purpose must be refused (RFC 8725,
    /// section 3.11).
    func allows(type: JSONValue?) -> Bool {
        guard let type else { return true }
        guard var name = type.string?.lowercased() else { return false }
        if name.hasPrefix("application/") { name.removeFirst("application/".count) }
        switch self {
        case .logoutToken: return name == "logout+jwt" || name == "jwt"
        case .accessToken: return name == "at+jwt" || name == "jwt"
        case .idToken, .refreshedIDToken, .userInfo: return name != "logout+jwt" && name != "at+jwt"
        }
    }
}
