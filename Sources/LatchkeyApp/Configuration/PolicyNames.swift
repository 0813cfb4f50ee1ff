/// The names of Azure AD B2C policies; a kind of sign-in without a policy has no button and no route.
struct PolicyNames: Sendable, Equatable {
    var signUp: String?
    var signIn: String?
    var facebook: String?
    var passwordReset: String?
    var profileEdit: String?

    /// All that are set.
    var all: [String] { [signUp, signIn, facebook, passwordReset, profileEdit].compactMap(\.self) }

    /// The policies to request from the authority: each one that is set, or `nil` alone for the authority as it is.
    var requested: [String?] { all.isEmpty ? [nil] : all.map(Optional.some) }

    /// Those of the development identity provider.
    static let development = PolicyNames(
        signUp: "b2c_1_sign_up", signIn: "b2c_1_sign_in", facebook: "b2c_1_facebook_sign_in",
        passwordReset: "b2c_1_password_reset", profileEdit: "b2c_1_edit_profile")
}

extension PolicyNames {
    init(_ given: GivenSettings) {
        self.init(
            signUp: given[\.emailSignUpPolicyId], signIn: given[\.emailSignInPolicyId],
            facebook: given[\.faceBookSignInPolicyId], passwordReset: given[\.passwordResetPolicyId],
            profileEdit: given[\.profileEditPolicyId])
    }
}
