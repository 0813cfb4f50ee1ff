/// Asks for an address and its new password.
struct PasswordResetPage: Page {
    let action: String
    let email: String
    let problem: String?
    let cancelURL: String
    let hiddenFields: [HiddenField]
}
