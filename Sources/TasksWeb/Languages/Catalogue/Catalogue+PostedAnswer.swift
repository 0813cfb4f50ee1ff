extension Catalogue {
    /// The texts of the page that posts a provider's answer on.
    struct PostedAnswer: Sendable {
        let title: String
        let heading: String
        let lead: String
        let proceed: String
    }
}
