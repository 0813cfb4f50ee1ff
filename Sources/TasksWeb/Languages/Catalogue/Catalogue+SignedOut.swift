extension Catalogue {
    /// The texts of the page that says that the session is over.
    struct SignedOut: Sendable {
        let title: String
        let heading: String
        let lead: String
        let signInAgain: String
    }
}
