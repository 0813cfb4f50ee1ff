import TasksWeb

extension TasksWebConfiguration.Policies {
    /// Those of the development identity provider.
    static let development = Self(
        signIn: "b2c_1_sign_in", signUp: "b2c_1_sign_up", facebook: "b2c_1_facebook_sign_in",
        passwordReset: "b2c_1_password_reset", profileEdit: "b2c_1_edit_profile")

    init(_ given: GivenSettings) {
        self.init(
            signIn: given[\.emailSignInPolicyId], signUp: given[\.emailSignUpPolicyId],
            facebook: given[\.faceBookSignInPolicyId], passwordReset: given[\.passwordResetPolicyId],
            profileEdit: given[\.profileEditPolicyId])
    }
}
