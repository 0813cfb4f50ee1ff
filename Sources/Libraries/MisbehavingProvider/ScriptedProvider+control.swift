import PortableFoundation

/// Controls and inspects the provider during a test.
extension ScriptedProvider {
    /// The provider's faults.
    public var misbehaviour: Misbehaviour {
        get { withState(\.misbehaviour) }
        set { withState { $0.misbehaviour = newValue } }
    }

    /// Changes how the provider errs.
    public func change(_ body: (inout Misbehaviour) -> Void) {
        withState { body(&$0.misbehaviour) }
    }

    /// Makes the provider honest again; its tokens stay valid.
    public func behave() {
        misbehaviour = Misbehaviour()
    }

    /// The origin that metadata and issuers name, initially the origin of ``url``.
    ///
    /// With another host's origin the provider stands in for that host; the client's requests then have to be directed
    /// here.
    public var origin: String {
        get { withState(\.origin) }
        set { withState { $0.origin = newValue } }
    }

    /// The user of the next sign-in.
    public var user: ScriptedUser {
        get { withState(\.user) }
        set { withState { $0.user = newValue } }
    }

    /// The registration of the client.
    public var client: RegisteredClient {
        get { withState(\.client) }
        set { withState { $0.client = newValue } }
    }

    /// The errors in the client's requests so far.
    public var problems: [String] { withState(\.problems) }

    /// All requests so far, oldest first.
    public var requests: [ReceivedRequest] { withState(\.requests) }

    /// The requests at one endpoint so far, oldest first.
    public func requests(at endpoint: Endpoint) -> [ReceivedRequest] {
        withState { $0.requests.filter { $0.endpoint == endpoint } }
    }

    /// The requests so far that refresh tokens (RFC 6749, section 6), oldest first.
    public var refreshes: [ReceivedRequest] {
        requests(at: .token).filter { $0["grant_type"] == "refresh_token" }
    }

    /// The ID tokens issued so far, oldest first.
    public var idTokens: [String] { withState(\.idTokens) }

    /// The user of an access token that is still valid; for tests' APIs.
    public func user(ofAccessToken token: String) -> ScriptedUser? {
        withState { $0.grant(ofAccessToken: token)?.user }
    }

    /// Makes every access token so far worthless, although it doesn't look so.
    public func endAccessTokens() {
        withState { $0.accessTokens = [:] }
    }

    /// Makes every refresh token so far worthless.
    public func endRefreshTokens() {
        withState { $0.refreshTokens = [:] }
    }

    /// Signs with a new key from now on, and no longer publishes the old one.
    public func rotateKeys() throws {
        try withState { try $0.keys.rotate() }
    }

    /// A logout token (OpenID Connect Back-Channel Logout 1.0, section 2.4).
    ///
    /// - Parameters:
    ///   - subject: `sub`.
    ///   - session: `sid`.
    ///   - change: The change to it.
    ///   - policy: The policy whose issuer it names; `nil` for the issuer of the authority without a path.
    public func logoutToken(
        subject: String?, session: String? = nil, _ change: LogoutTokenChange? = nil, policy: String? = nil
    ) throws -> String {
        try withState { state in
            try LogoutTokenWriter(
                issuer: state.issuer(policy: policy, base: ""), client: state.client, keys: state.keys,
                identifier: state.random("jti", length: 16),
                now: Int(state.now().timeIntervalSince1970)
            ).token(subject: subject, session: session, change)
        }
    }
}
