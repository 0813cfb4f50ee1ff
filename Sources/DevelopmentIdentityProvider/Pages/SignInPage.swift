/// Asks for address and password.
struct SignInPage: Page {
    let action: String
    let email: String
    let problem: String?
    let passwordResetURL: String?
    let signUpURL: String?
    let cancelURL: String
    let hiddenFields: [HiddenField]
}
