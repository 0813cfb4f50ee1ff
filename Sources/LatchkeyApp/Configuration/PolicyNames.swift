/// The names of Azure AD B2C policies; what has none has no button and no route.
struct PolicyNames: Sendable, Equatable {
    var signUp: String?
    var signIn: String?
    var facebook: String?
    var passwordReset: String?
    var profileEdit: String?

    /// All that are set.
    var all: [String] { [signUp, signIn, facebook, passwordReset, profileEdit].compactMap(\.self) }

    /// What to ask the authority for, one after the other: each policy, or, without any, the authority as it is.
    var asked: [String?] { all.isEmpty ? [nil] : all.map(Optional.some) }

    /// Those of the development identity provider.
    static let development = PolicyNames(
        signUp: "b2c_1_sign_up", signIn: "b2c_1_sign_in", facebook: "b2c_1_facebook_sign_in",
        passwordReset: "b2c_1_password_reset", profileEdit: "b2c_1_edit_profile")
}

extension PolicyNames {
    init(_ given: GivenSettings) {
        self.init(
            signUp: given.text(.emailSignUpPolicyId), signIn: given.text(.emailSignInPolicyId),
            facebook: given.text(.faceBookSignInPolicyId), passwordReset: given.text(.passwordResetPolicyId),
            profileEdit: given.text(.profileEditPolicyId))
    }
}
