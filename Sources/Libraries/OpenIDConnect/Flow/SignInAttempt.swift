public import HTTPTransport
public import PortableFoundation

/// A sign-in that has started.
public struct StartedSignIn: Sendable {
    /// The authorization request, for the browser.
    public let url: HTTPURL
    /// The attempt to store until the response arrives.
    public let attempt: SignInAttempt
    /// Why the request is a plain one instead of a pushed one (``PushedRequestMode/auto``).
    ///
    /// Log it as a warning. The value is also `nil` if an earlier sign-in of the last ten minutes had the error.
    public let refusedPush: OpenIDConnectError?
}

/// A sign-in under way, to be stored secretly and bound to the browser until the response arrives (RFC 6749, section
/// 10.12).
public struct SignInAttempt: Sendable, Equatable, Codable, Redacted {
    /// Identifies the attempt in the response, and proves that this browser started it.
    public var state: String
    /// Binds the ID token to this attempt (OpenID Connect Core, section 15.5.2).
    public var nonce: String
    /// The secret half of PKCE (RFC 7636, section 4.1).
    public var codeVerifier: String
    /// The requested policy.
    public var policy: String?
    /// The issuer in the metadata that was used, which must be the response's (RFC 9207, section 2.4).
    public var issuer: String
    /// When the attempt started.
    public var started: Date
    /// The requested `max_age`, in seconds.
    public var maxAge: Int?
    /// The context classes that were requested, separated by spaces; the ID token's `acr` must be one of them, if it
    /// has one.
    public var acrValues: String?
    /// Whether the ID token must have an `acr`, which is then one of ``acrValues`` in any case.
    public var isACREssential: Bool

    /// An attempt of its parts, as read from storage.
    public init(
        state: String, nonce: String, codeVerifier: String, policy: String?, issuer: String, started: Date,
        maxAge: Int?,
        acrValues: String? = nil, isACREssential: Bool = false
    ) {
        self.state = state
        self.nonce = nonce
        self.codeVerifier = codeVerifier
        self.policy = policy
        self.issuer = issuer
        self.started = started
        self.maxAge = maxAge
        self.acrValues = acrValues
        self.isACREssential = isACREssential
    }

    /// Decodes an attempt, also one that was encoded before it had ``isACREssential``.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            state: try values.decode(String.self, forKey: .state),
            nonce: try values.decode(String.self, forKey: .nonce),
            codeVerifier: try values.decode(String.self, forKey: .codeVerifier),
            policy: try values.decodeIfPresent(String.self, forKey: .policy),
            issuer: try values.decode(String.self, forKey: .issuer),
            started: try values.decode(Date.self, forKey: .started),
            maxAge: try values.decodeIfPresent(Int.self, forKey: .maxAge),
            acrValues: try values.decodeIfPresent(String.self, forKey: .acrValues),
            isACREssential: try values.decodeIfPresent(Bool.self, forKey: .isACREssential) ?? false)
    }

    /// The values that error messages of this exchange must not repeat.
    var secrets: ExchangeSecrets { ExchangeSecrets([state, nonce, codeVerifier]) }
}
