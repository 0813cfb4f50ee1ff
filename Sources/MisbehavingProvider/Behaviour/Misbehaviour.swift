/// How the provider errs.
///
/// As it comes, it doesn't: each switch makes one thing different.
public struct Misbehaviour: Sendable {
    /// Metadata isn't answered as it should be.
    public var metadataFault: AnswerFault?
    /// Members of the metadata that are other than they should be; `null` takes one out.
    public var metadata: JSONObject = [:]
    /// Each policy has an issuer of its own, as Azure AD B2C has it with the setting *Issuer (iss) claim* for `tfp`.
    public var issuerNamesPolicy = false
    /// The published keys.
    public var keys: KeysChange?
    /// The key changes just before each token is signed.
    public var rotatesKeysBeforeSigning = false
    /// The answer at the redirect URI.
    public var redirect: RedirectChange?
    /// The token endpoint's answer to a code.
    public var code: TokenAnswerChange?
    /// The token endpoint's answer to a refresh token.
    public var refresh: TokenAnswerChange?
    /// The ID token that answers a code.
    public var idToken: IDTokenChange?
    /// The ID token that a refresh brings.
    public var refreshedIDToken: IDTokenChange?
    /// A refreshed ID token is about this person.
    public var refreshedPerson: Person?
    /// Claims of every ID token that are other than they should be; `null` takes one out.
    public var claims: JSONObject = [:]
    /// UserInfo.
    public var userInfo: UserInfoChange?
    /// The end of the session.
    public var endSession: EndSessionChange?
    /// The revocation endpoint (RFC 7009).
    public var revocation: AnswerFault?
    /// Whether requests are to be pushed.
    public var pushedRequests = PushedRequests.notOffered
    /// The endpoint for pushed requests.
    public var pushedRequestFault: AnswerFault?
    /// How long the access tokens of a sign-in hold, in seconds.
    public var accessTokenLifetime = 3600
    /// How long the access tokens of a refresh hold, in seconds.
    public var refreshedAccessTokenLifetime = 3600
    /// How long refresh tokens live, in seconds, as `refresh_token_expires_in` says; `nil`: it isn't said.
    public var refreshTokenLifetime: Int?
    /// Access tokens are no JWTs but random texts of that many characters.
    public var opaqueAccessTokenLength: Int?

    /// A provider that doesn't err.
    public init() {}
}
