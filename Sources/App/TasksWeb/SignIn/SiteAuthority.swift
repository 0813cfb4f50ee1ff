import HTTPTransport
package import HummingbirdOpenIDConnect
package import OpenIDConnect

/// An authority that users of the site sign in at, with its part of the site's URLs.
package struct SiteAuthority: Sendable {
    /// Distinguishes the names of further authorities from the main one's in cookies and rows.
    private static let furtherPrefix = "at-"
    private static let mainID = "main"

    /// The name in its URLs; `nil`: the main authority.
    package let name: String?
    /// The text of its button; `nil`: the main authority.
    package let label: String?
    package let policies: [SignInKind: String]
    /// Further buttons to sign in by.
    package let hints: [SignInHint]
    /// The claims that decide who may sign in.
    package let requiredClaims: RequiredClaims
    package let relyingParty: RelyingParty

    package init(
        name: String? = nil, label: String? = nil, policies: [SignInKind: String] = [:],
        hints: [SignInHint] = [], requiredClaims: RequiredClaims = RequiredClaims(), relyingParty: RelyingParty
    ) {
        self.name = name
        self.label = label
        self.policies = policies
        self.hints = hints
        self.requiredClaims = requiredClaims
        self.relyingParty = relyingParty
    }

    /// The name in cookies and rows.
    var id: String { name.map { Self.furtherPrefix + $0 } ?? Self.mainID }

    /// The path that handles its authorization responses.
    var redirectPath: String { SitePath.redirect + suffix }

    /// The origin of its pages, as far as the settings show; a sign-out's form must be allowed to lead there.
    var origin: String {
        relyingParty.configuration.authority.metadataURL(policy: policies.requested[0]).origin
    }

    /// The path at which a way to sign in starts.
    func path(_ kind: SignInKind) -> String { kind.path + suffix }

    /// The authority as the sign-in has it.
    var signIn: SignInAuthority {
        SignInAuthority(
            name: id, relyingParty: relyingParty, redirectPath: redirectPath,
            routes: policies.ways.map {
                SignInRoute(path: path($0), policy: policies[$0], purpose: $0.purpose)
            }, hints: hints, requiredClaims: requiredClaims, settingsEntry: name.map { "moreAuthorities.\($0)" })
    }

    private var suffix: String { name.map { "/\($0)" } ?? "" }
}
