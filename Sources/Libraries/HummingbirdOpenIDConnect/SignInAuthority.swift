import HTTPTransport
public import OpenIDConnect

/// An authority that users sign in at: the registration there, and the paths at which a sign-in starts.
public struct SignInAuthority: Sendable {
    /// The name in attempts, sessions and rows, so that each stays with its authority.
    ///
    /// Cookies contain the name: `a` to `z`, digits and `-`, at most 40 characters. Renaming ends the sessions.
    public let name: String
    /// The text of its button, for an application that offers several; the sign-in has no use for it.
    public let label: String?
    /// The registration.
    ///
    /// Its redirect URI gives the site's address, and must not be another authority's (RFC 9700, section 4.4).
    public let relyingParty: RelyingParty
    /// The path at which the site takes authorization responses: the redirect URI's, unless a proxy changes it.
    public let redirectPath: String
    /// The paths that start sign-ins; at least one.
    public let routes: [SignInRoute]
    /// Further ways to sign in at the ``SignInRoute/Purpose/signIn`` route, each by a parameter `hint` with its label.
    public let hints: [SignInHint]
    /// The claims that decide who may sign in.
    public let requiredClaims: RequiredClaims
    /// The entry of the application's settings that has the authority's, as `authorities.partner`, by which errors
    /// name it; `nil` if there is but one authority, or the settings are the application's own.
    public let settingsEntry: String?
    /// The name of the application's setting that a fault is about, by which errors in the log begin; `nil` names none.
    let settingName: (@Sendable (ConfigurationFault) -> String)?

    /// Creates an authority.
    public init(
        name: String = "main", label: String? = nil, relyingParty: RelyingParty, redirectPath: String? = nil,
        routes: [SignInRoute] = [SignInRoute(path: "/sign-in")], hints: [SignInHint] = [],
        requiredClaims: RequiredClaims = RequiredClaims(), settingsEntry: String? = nil,
        settingName: (@Sendable (ConfigurationFault) -> String)? = nil
    ) {
        self.name = name
        self.label = label
        self.relyingParty = relyingParty
        self.redirectPath = redirectPath ?? HTTPURL(relyingParty.configuration.redirectURI)?.path ?? ""
        self.routes = routes
        self.hints = hints
        self.requiredClaims = requiredClaims
        self.settingsEntry = settingsEntry
        self.settingName = settingName
    }

    var redirectURI: HTTPURL? { HTTPURL(relyingParty.configuration.redirectURI) }

    /// The policies whose tokens the authority may issue; `nil` means the authority without a policy.
    var policies: [String?] {
        routes.map(\.policy).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Whether the authority may have issued tokens of an issuer.
    ///
    /// After a change of the settings another authority may have the name that a session knows its authority by. That
    /// authority must see nothing of the session's tokens.
    func mayHaveIssued(_ issuer: String) -> Bool { relyingParty.configuration.authority.mayHave(issuer: issuer) }

    /// Whether each sign-in has to have the configured `prompt`, which no link may replace.
    func requiresPrompt(_ options: SignInOptions) -> Bool {
        let prompt = options.request.prompt ?? relyingParty.configuration.prompt ?? ""
        return !Set(prompt.split(separator: " ")).isDisjoint(with: ["login", "consent"])
    }

    /// An error of the authority's, with the entry of the settings that it is about, and the setting.
    func located(_ error: OpenIDConnectError) -> OpenIDConnectError {
        var located = error
        if let settingName, case .configuration(let fault) = error.kind {
            located.description = "\(settingName(fault)): \(located.description)"
        }
        if let settingsEntry {
            located.settingsEntry = settingsEntry
            located.description = "\(settingsEntry): \(located.description)"
        }
        return located
    }

    func route(_ purpose: SignInRoute.Purpose) -> SignInRoute? { routes.first { $0.purpose == purpose } }

    /// The route at which the user of a session authenticates again: by the session's policy, unless that makes
    /// accounts.
    func routeForUser(of session: Session) -> SignInRoute? {
        let route = route(.signIn) ?? routes.first(where: \.startsSession)
        let isForUsers = routes.contains {
            $0.policy == session.policy && ($0.purpose == .signIn || $0.purpose == .alternativeSignIn)
        }
        return isForUsers ? route?.with(policy: session.policy) : route
    }

    func route(path: String) -> SignInRoute? { routes.first { $0.path == path } }

    /// The error for a user whose claims are not the required ones; `nil` if they are.
    func refusal(of claims: Claims) -> SignInError? {
        requiredClaims.firstMissing(in: claims).map { claim in
            var error = SignInError(.claimMissing(claim))
            error.retryPath = startPath(policy: nil, choosingAccount: true)
            return error
        }
    }

    /// The path and query that start a sign-in again.
    ///
    /// - Parameters:
    ///   - path: The path of the route that started the sign-in; another one if that isn't the policy's.
    ///   - policy: The policy of the sign-in.
    ///   - choosingAccount: Whether the user may choose another account at the authority.
    ///   - stepUp: The challenge that the sign-in is to meet, sealed.
    func startPath(
        _ path: String? = nil, policy: String?, returnTo: String? = nil, after cause: Session.Cause = .user,
        choosingAccount: Bool = false, stepUp: String? = nil
    ) -> String {
        // Another account needs a sign-in, whatever the policy did.
        let ways = routes.filter { $0.policy == policy && (!choosingAccount || $0.startsSession) }
        let route =
            ways.first { $0.path == path } ?? ways.first(where: \.startsSession) ?? route(.signIn) ?? routes.first
        var query = FormBody()
        query.append("prompt", choosingAccount ? SignInRoute.selectAccount : nil)
        query.append("returnTo", returnTo)
        query.append("after", cause.followsRefusal ? SignInRoute.afterRefusal : nil)
        query.append("step-up", stepUp)
        let start = route?.path ?? "/"
        return query.fields.isEmpty ? start : "\(start)?\(query.encoded)"
    }
}

/// A way to sign in that leads straight to one of the authority's own providers, as Google.
public struct SignInHint: Sendable, Equatable {
    /// The label of the button, and the value of the parameter `hint`.
    public let label: String
    /// The `domain_hint` of the authorization request.
    public let domainHint: String

    /// A hint of its two parts.
    public init(label: String, domainHint: String) {
        self.label = label
        self.domainHint = domainHint
    }
}

/// A path at which a sign-in starts, and its policy.
public struct SignInRoute: Sendable, Equatable {
    /// The meaning of a policy's response.
    ///
    /// More cases may come in a minor version: switch with a `default`.
    public enum Purpose: Sendable {
        /// The user signs in. Requests without a session are sent here, and other sites may start a sign-in here
        /// (OpenID Connect Core, section 4).
        case signIn
        /// The user makes an account, and is signed in with it.
        case signUp
        /// The user signs in by another method, such as a social provider.
        case alternativeSignIn
        /// The user has a new password; a session of the same user gets new claims, but no session starts.
        case passwordReset
        /// The user has changed their data; a session of the same user gets new claims, but no session starts.
        case profileEdit
    }

    /// The path, such as `/sign-in`.
    public let path: String
    /// The Azure AD B2C policy; `nil` for an authority without policies.
    public let policy: String?
    /// The meaning of a response.
    public let purpose: Purpose

    /// Creates a route.
    public init(path: String, policy: String? = nil, purpose: Purpose = .signIn) {
        self.path = path
        self.policy = policy
        self.purpose = purpose
    }

    /// The only `prompt` that a link to a route may request (OpenID Connect Core, section 3.1.2.1).
    static let selectAccount = "select_account"
    /// The value of `after` if the API refused the access token of the session before.
    static let afterRefusal = "refusal"

    func with(policy: String?) -> SignInRoute { SignInRoute(path: path, policy: policy, purpose: purpose) }

    var startsSession: Bool {
        switch purpose {
        case .signIn, .signUp, .alternativeSignIn: true
        case .passwordReset, .profileEdit: false
        }
    }
}
