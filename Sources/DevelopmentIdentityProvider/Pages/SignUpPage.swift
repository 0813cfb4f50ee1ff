/// Asks for what a new account needs.
struct SignUpPage: Page {
    let action: String
    let email: String
    let displayName: String
    let problem: String?
    let cancelURL: String
    let hiddenFields: [HiddenField]
}
