import HummingbirdOpenIDConnect

/// The ways to the authority, each with its policy and its path.
package enum SignInKind: UInt8, Sendable, CaseIterable {
    /// Sign-in with an email address.
    case signIn
    /// Sign-up with an email address.
    case signUp
    /// Sign-in with Facebook.
    case facebook
    /// A new password for a forgotten one.
    case passwordReset
    /// Changes to the user's data.
    case profileEdit

    /// The path at the main authority.
    var path: String {
        switch self {
        case .signIn: SitePath.signIn
        case .signUp: SitePath.signUp
        case .facebook: SitePath.facebook
        case .passwordReset: SitePath.passwordReset
        case .profileEdit: SitePath.profile
        }
    }

    /// The effect of the authority's response.
    var purpose: SignInRoute.Purpose {
        switch self {
        case .signIn: .signIn
        case .signUp: .signUp
        case .facebook: .alternativeSignIn
        case .passwordReset: .passwordReset
        case .profileEdit: .profileEdit
        }
    }
}

/// The names of the policies at an Azure AD B2C authority, by kind; a kind without a policy has no button and no route.
extension [SignInKind: String] {
    /// The policies to request from the authority: each one that is set, or `nil` alone for an authority without.
    package var requested: [String?] { isEmpty ? [nil] : ways.map { self[$0] } }

    /// The ways that there are: without any policy the authority's own sign-in.
    var ways: [SignInKind] {
        isEmpty ? [.signIn] : SignInKind.allCases.filter { self[$0] != nil }
    }
}
