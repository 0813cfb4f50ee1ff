extension Catalogue {
    /// The texts around every page.
    struct Site: Sendable {
        /// Before the content, for who moves by keyboard.
        let skipToContent: String
        /// The name of the main navigation.
        let mainNavigation: String
        let tasks: String
        let claims: String
        let sessions: String
        let profile: String
        /// Before the person's name.
        let signedInAs: String
        let signOut: String
        /// The name of the choice of languages.
        let language: String
        /// The link to the page of keys.
        let keys: String
    }
}
