/// A user flow of the tenant, which Azure AD B2C also calls a policy.
package enum UserFlow: String, Sendable, CaseIterable, Codable {
    /// Makes an account.
    case signUp = "b2c_1_sign_up"
    /// Signs in with address and password.
    case signIn = "b2c_1_sign_in"
    /// Signs in at a page that stands in for Facebook.
    case facebookSignIn = "b2c_1_facebook_sign_in"
    /// Sets a new password.
    case passwordReset = "b2c_1_password_reset"
    /// Changes the user's name.
    case editProfile = "b2c_1_edit_profile"

    /// The flow of that name; as in B2C, case makes no difference.
    init?(name: String) {
        self.init(rawValue: name.lowercased())
    }

    /// The form that the flow starts with.
    var firstStep: StepName {
        switch self {
        case .signUp: .signUp
        case .signIn: .signIn
        case .facebookSignIn: .facebook
        case .passwordReset: .passwordReset
        case .editProfile: .editProfile
        }
    }

    /// The forms that the flow may show.
    var steps: Set<StepName> {
        self == .signIn ? [.signIn, .signUp] : [firstStep]
    }

    /// Whether an existing session is enough, without a question to the user.
    var mayGoOnSilently: Bool { self == .signIn || self == .facebookSignIn }

    /// The provider that a session's account must come from to be of use here; `nil` if any will do.
    var identityProvider: IdentityProvider? {
        switch self {
        case .signUp, .signIn, .passwordReset: .local
        case .facebookSignIn: .facebook
        case .editProfile: nil
        }
    }
}

/// A form of the provider's; the name is the last segment of its path.
enum StepName: String, Sendable, CaseIterable {
    case signIn = "sign-in"
    case signUp = "sign-up"
    case facebook
    case passwordReset = "password-reset"
    case editProfile = "edit-profile"
}

/// A link that abandons the form; the name is the last segment of its path.
enum FormExit: String, Sendable, CaseIterable {
    case cancel
    case forgottenPassword = "forgotten-password"
}
