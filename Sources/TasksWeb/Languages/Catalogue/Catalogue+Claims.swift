extension Catalogue {
    /// The texts of the page of claims.
    struct Claims: Sendable {
        let heading: String
        let lead: String
        let idToken: String
        let userInfo: String
        let claim: String
        let value: String
        let tooLarge: String
    }
}
