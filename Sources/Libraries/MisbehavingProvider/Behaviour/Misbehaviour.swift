/// The provider's faults, one for each property; none is set at first.
public struct Misbehaviour: Sendable {
    /// The fault of the metadata's response.
    public var metadataFault: ResponseFault?
    /// Members of the metadata that are other than they should be; `null` takes one out.
    ///
    /// In `issuer`, `{tenantid}` stands for each user's `tid`, as Entra's metadata for many tenants has it.
    public var metadata: JSONMembers = [:]
    /// Each policy has a separate issuer, like Azure AD B2C with the setting *Issuer (iss) claim* for `tfp`.
    public var issuerNamesPolicy = false
    /// The published keys.
    public var keys: KeysChange?
    /// The key changes just before each token is signed.
    public var rotatesKeysBeforeSigning = false
    /// The response at the redirect URI.
    public var redirect: RedirectChange?
    /// The token endpoint's response to a code.
    public var code: TokenResponseChange?
    /// The token endpoint's response to a refresh token.
    public var refresh: TokenResponseChange?
    /// The ID token for a code.
    public var idToken: IDTokenChange?
    /// The ID token that a refresh brings.
    public var refreshedIDToken: IDTokenChange?
    /// A refresh brings an ID token only if it requests `openid`, as at Microsoft Entra.
    public var refreshesIDTokenOnRequest = false
    /// The user that refreshed ID tokens are about.
    public var refreshedUser: ScriptedUser?
    /// What the tokens of later sign-ins say about the requirements of their authorization requests.
    ///
    /// `nil`: `acr_values` and `claims` are ignored, tokens have no `acr`, and `auth_time` is only in ID tokens.
    public var stepUp: StepUpResponse?
    /// `session_expiry` in the ID token for a code.
    public var sessionExpiry: SessionExpiry?
    /// `session_expiry` in ID tokens that a refresh brings.
    public var refreshedSessionExpiry: SessionExpiry?
    /// Claims of every ID token that are other than they should be; `null` takes one out.
    public var claims: JSONMembers = [:]
    /// Claims of every access token that are other than they should be; `null` takes one out.
    public var accessTokenClaims: JSONMembers = [:]
    /// UserInfo.
    public var userInfo: UserInfoChange?
    /// The end of the session.
    public var endSession: EndSessionChange?
    /// The revocation endpoint (RFC 7009).
    public var revocation: ResponseFault?
    /// Whether requests are to be pushed.
    public var pushedRequests = PushedRequests.notOffered
    /// The endpoint for pushed requests.
    public var pushedRequestFault: ResponseFault?
    /// The lifetime of a sign-in's access tokens, in seconds.
    public var accessTokenLifetime = 3600
    /// The lifetime of a refresh's access tokens, in seconds.
    public var refreshedAccessTokenLifetime = 3600
    /// Access tokens are no JWTs but random texts of that many characters.
    public var opaqueAccessTokenLength: Int?

    /// A provider that doesn't err.
    public init() {}
}

/// A change to the published keys.
///
/// More cases may come in a minor version: switch with a `default`.
public enum KeysChange: Sendable, Equatable {
    /// No usable response.
    case fault(ResponseFault)
    /// An empty set.
    case emptySet
    /// The signing key is there for encryption only.
    case forEncryption
    /// The signing key names another algorithm.
    case otherAlgorithm
    /// Unusable keys next to the right ones: of unknown types and curves, malformed, symmetric. No reason to refuse
    /// anything.
    case besideUselessOnes
    /// Neither keys nor tokens have names, so a token may be of any key that fits.
    ///
    /// This is valid.
    case withoutNames
    /// The only RSA key has no name, but tokens name their key.
    ///
    /// This is valid, because a name is a hint (RFC 7515, section 4.1.4).
    case unnamed
    /// Coordinates of elliptic keys have a zero octet in front, as signed integers have it. No reason to refuse
    /// anything.
    case signedCoordinates
    /// Status 406 unless the request accepts the type of key sets (RFC 7517, section 8.5.1). No reason to refuse
    /// anything.
    case forWhoAcceptsKeySets
    /// A second key that could sign the same, with tokens that name their key. No reason to refuse anything.
    case besideAnother
    /// Each key is for this issuer only, which may have `{tenantid}`, as Entra's keys have it.
    case boundToIssuer(String)
}

/// A change to UserInfo's response.
///
/// More cases may come in a minor version: switch with a `default`.
public enum UserInfoChange: Sendable, Equatable {
    /// No usable response.
    case fault(ResponseFault)
    /// Another user's claims.
    case otherSubject
    /// No `sub`, as Azure AD B2C has it.
    case noSubject
    /// A signed response (OpenID Connect Core, section 5.3.2): to be accepted.
    case signed
    /// A signed response whose signature is wrong.
    case signedWrongly
    /// A signed response for another client.
    case signedForAnother
}

/// A change to the end of the session at the provider.
///
/// More cases may come in a minor version: switch with a `default`.
public enum EndSessionChange: Sendable, Equatable {
    /// Comes back without the `state`.
    case noState
    /// Comes back with another `state`.
    case otherState
    /// Comes back never: shows a page.
    case staysHere
}

/// A change to a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.4).
///
/// More cases may come in a minor version: switch with a `default`.
public enum LogoutTokenChange: String, Sendable, CaseIterable {
    /// `alg` is `none`, and there is no signature.
    case algorithmNone
    /// Signed by HS256 with the client's secret.
    case symmetric
    /// One byte of the signature is changed.
    case damagedSignature
    /// `iss` is another provider's.
    case wrongIssuer
    /// `aud` is another client.
    case wrongAudience
    /// There are no `events`.
    case noEvent
    /// `events` has another event.
    case otherEvent
    /// There is a `nonce`, as in an ID token.
    case withNonce
    /// There is no `jti`.
    case noIdentifier
    /// There is no `iat`.
    case noIssueTime
    /// `exp` is ten minutes ago.
    case expired
    /// There is neither `sub` nor `sid`.
    case neitherSubjectNorSession
}

/// Whether authorization requests are pushed (RFC 9126).
///
/// More cases may come in a minor version: switch with a `default`.
public enum PushedRequests: Sendable, Equatable {
    /// There is no endpoint for them.
    case notOffered
    /// Clients may push them.
    case offered
    /// Clients have to push them.
    case required
}
