/// The parameters of one sign-in (OpenID Connect Core, section 3.1.2.1).
public struct SignInRequest: Sendable {
    /// The policy to use; `nil`: the authority as it is.
    public var policy: String?
    /// The user's name at the authority, if it is known (OpenID Connect Core, section 3.1.2.1).
    public var loginHint: String?
    /// The user's languages, preferred ones first, separated by spaces.
    public var uiLocales: String?
    /// Instead of the configuration's `prompt`.
    public var prompt: String?
    /// Maximum time since the user last authenticated, in seconds, in place of the configuration's.
    public var maxAge: Int?
    /// The requested context classes, separated by spaces.
    public var acrValues: String?
    /// Whether the sign-in fails unless the ID token's `acr` is one of ``acrValues`` (OpenID Connect Core, section
    /// 5.5.1.1); otherwise it may lack an `acr`.
    public var isACREssential: Bool
    /// Azure AD B2C: the social provider to go to at once, as `facebook.com`.
    public var domainHint: String?
    /// The `claims` parameter, a JSON object that the authority required (OpenID Connect Core, section 5.5).
    public var claims: String?

    /// A sign-in; `nil` leaves the parameter out.
    public init(
        policy: String? = nil, loginHint: String? = nil, uiLocales: String? = nil, prompt: String? = nil,
        maxAge: Int? = nil,
        acrValues: String? = nil, isACREssential: Bool = false, domainHint: String? = nil, claims: String? = nil
    ) {
        self.policy = policy
        self.loginHint = loginHint
        self.uiLocales = uiLocales
        self.prompt = prompt
        self.maxAge = maxAge
        self.acrValues = acrValues
        self.isACREssential = isACREssential
        self.domainHint = domainHint
        self.claims = claims
    }
}
