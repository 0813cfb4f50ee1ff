extension Catalogue {
    /// The texts of the page that says that the session is over.
    struct SignedOut: Sendable {
        let title: String
        let heading: String
        /// For whoever has signed in again.
        let signedInHeading: String
        let lead: String
        let signInAgain: String
    }
}
