public import HTTPTransport

/// Everything that is fixed about one registration at one authority (RFC 6749, section 2).
public struct RelyingPartyConfiguration: Sendable {
    /// The authority, and which issuer is right.
    public var authority: Authority
    /// Another authority with the same directory, whose users these are: see ``UserKeyRule``.
    public var sameUsersAs: Authority?
    /// The client's name at the authority (`client_id`; RFC 6749, section 2.2).
    public var clientID: String
    /// The client's credential.
    public var clientCredential: ClientCredential
    /// How the client authenticates; `nil`: the first method that the metadata offers and the credential fits.
    public var clientAuthentication: ClientAuthenticationMethod?
    /// The audience of the client's assertions; `nil`: the token endpoint at Microsoft's hosts, else the issuer.
    public var assertionAudience: ClientAssertionAudience?
    /// The scopes in addition to `openid`, `profile` and `offline_access` (OpenID Connect Core, sections 5.4 and 11).
    ///
    /// If there are policies and no other scope, the client's id is requested, because Azure AD B2C gives no access
    /// token without it. `profile` and `offline_access` are left out if the authority's published scopes lack them,
    /// unless policies are used or they are named here.
    public var scopes: [String]
    /// The registered redirect URI, byte for byte (OpenID Connect Core, section 3.1.2.1).
    public var redirectURI: String
    /// Whether authorization requests are pushed.
    public var pushedRequests: PushedRequestMode
    /// How the authority sends its response.
    public var responseMode: ResponseMode
    /// `prompt` of each sign-in, as `login` or `select_account` (OpenID Connect Core, section 3.1.2.1).
    public var prompt: String?
    /// Further parameters of the authorization request; its `max_age` is checked against `auth_time`, its
    /// `acr_values` against `acr` if the ID token has one.
    public var extraParameters: FormBody
    /// The client's capabilities at Microsoft Entra, as `cp1`; each authorization request's `claims` has them, in
    /// `xms_cc` of `access_token`.
    ///
    /// With `cp1` access tokens may last longer, and an API may demand claims at any time: with 401 and
    /// `insufficient_claims`, which the client has to handle. The capabilities are merged with
    /// ``SignInRequest/claims``, and left out if these are no JSON object.
    public var clientCapabilities: [String]
    /// Time limit for one outgoing call.
    public var timeout: Duration

    /// The names that ``extraParameters`` can't have: the protocol sets them itself, or they would undo its protection.
    public static let reservedParameters: Set<String> = [
        "claims", "client_assertion", "client_assertion_type", "client_id", "client_secret", "code_challenge",
        "code_challenge_method", "code_verifier", "dpop_jkt", "id_token_hint", "login_hint", "nonce", "p", "prompt",
        "redirect_uri", "registration", "request", "request_uri", "response_mode", "response_type", "scope", "state",
    ]

    /// A configuration; all but the authority, the client's id and the redirect URI have defaults.
    public init(
        authority: Authority, sameUsersAs: Authority? = nil, clientID: String, redirectURI: String,
        clientCredential: ClientCredential = .none, clientAuthentication: ClientAuthenticationMethod? = nil,
        assertionAudience: ClientAssertionAudience? = nil, pushedRequests: PushedRequestMode = .auto,
        scopes: [String] = [], responseMode: ResponseMode = .query, prompt: String? = nil,
        extraParameters: FormBody = FormBody(), clientCapabilities: [String] = [], timeout: Duration = .seconds(10)
    ) {
        self.authority = authority
        self.sameUsersAs = sameUsersAs
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.clientCredential = clientCredential
        self.clientAuthentication = clientAuthentication
        self.assertionAudience = assertionAudience
        self.pushedRequests = pushedRequests
        self.scopes = scopes
        self.responseMode = responseMode
        self.prompt = prompt
        self.extraParameters = extraParameters
        self.clientCapabilities = clientCapabilities
        self.timeout = timeout
    }
}
