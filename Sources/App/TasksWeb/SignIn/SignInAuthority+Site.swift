import HTTPTransport
package import HummingbirdOpenIDConnect
package import OpenIDConnect

/// An authority's part of the site's URLs.
extension SignInAuthority {
    /// Distinguishes the names of further authorities from the main one's in cookies and rows.
    private static let furtherPrefix = "at-"
    private static let mainName = "main"

    /// An authority with a route for each kind of sign-in that it has.
    ///
    /// - Parameters:
    ///   - siteName: The name in its URLs; `nil`: the main authority.
    ///   - policies: The policies at an Azure AD B2C authority.
    package init(
        siteName: String?, label: String? = nil, policies: [SignInKind: String] = [:], hints: [SignInHint] = [],
        requiredClaims: RequiredClaims = RequiredClaims(), relyingParty: RelyingParty
    ) {
        let suffix = Self.suffix(siteName)
        self.init(
            name: siteName.map { Self.furtherPrefix + $0 } ?? Self.mainName, label: label, relyingParty: relyingParty,
            redirectPath: SitePath.redirect + suffix,
            routes: policies.ways.map {
                SignInRoute(path: $0.path + suffix, policy: policies[$0], purpose: $0.purpose)
            }, hints: hints, requiredClaims: requiredClaims, settingsEntry: siteName.map { "moreAuthorities.\($0)" },
            settingName: { $0.setting })
    }

    /// The name in its URLs; `nil`: the main authority.
    package var siteName: String? {
        name.hasPrefix(Self.furtherPrefix) ? String(name.dropFirst(Self.furtherPrefix.count)) : nil
    }

    /// The kinds of sign-in that it has.
    var ways: [SignInKind] { SignInKind.allCases.filter { siteRoute($0) != nil } }

    /// The origin of its pages, as far as the settings show; a sign-out's form must be allowed to lead there.
    var origin: String {
        relyingParty.configuration.authority.metadataURL(policy: routes.first?.policy).origin
    }

    /// The route of a kind of sign-in, if there is one.
    func siteRoute(_ kind: SignInKind) -> SignInRoute? {
        let path = path(kind)
        return routes.first { $0.path == path }
    }

    /// The path at which a kind of sign-in starts.
    func path(_ kind: SignInKind) -> String { kind.path + Self.suffix(siteName) }

    private static func suffix(_ siteName: String?) -> String { siteName.map { "/\($0)" } ?? "" }
}
