/// Stands in for Facebook, and says so: whoever is named is signed in.
struct FacebookPage: Page {
    let action: String
    let email: String
    let displayName: String
    let problem: String?
    let cancelURL: String
    let hiddenFields: [HiddenField]
}
