/// A form of the provider's; the name is the last segment of its path.
enum StepName: String, Sendable, CaseIterable {
    case signIn = "sign-in"
    case signUp = "sign-up"
    case facebook
    case passwordReset = "password-reset"
    case editProfile = "edit-profile"
}
