/// Asks for a new name and, where nobody is signed in, for address and password too.
struct EditProfilePage: Page {
    let action: String
    let email: String
    let displayName: String
    let problem: String?
    let cancelURL: String
    let hiddenFields: [HiddenField]
    let needsPassword: Bool
}
