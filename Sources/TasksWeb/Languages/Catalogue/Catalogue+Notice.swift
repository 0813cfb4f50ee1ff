extension Catalogue {
    /// What happened, and what to do.
    struct Notice: Sendable {
        let heading: String
        let message: Phrase
    }
}
