import HummingbirdOpenIDConnect

/// The ways to the authority, each with its policy and its path.
enum SignInKind: UInt8, Sendable, CaseIterable {
    case signIn
    case signUp
    case facebook
    case passwordReset
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
        case .signUp, .facebook: .alternativeSignIn
        case .passwordReset: .passwordReset
        case .profileEdit: .profileEdit
        }
    }
}

extension TasksWebConfiguration.Policies {
    /// The ways that there are: without any policy the authority's own sign-in.
    var ways: [SignInKind] {
        all.isEmpty ? [.signIn] : SignInKind.allCases.filter { self[$0] != nil }
    }

    subscript(kind: SignInKind) -> String? {
        switch kind {
        case .signIn: signIn
        case .signUp: signUp
        case .facebook: facebook
        case .passwordReset: passwordReset
        case .profileEdit: profileEdit
        }
    }
}
