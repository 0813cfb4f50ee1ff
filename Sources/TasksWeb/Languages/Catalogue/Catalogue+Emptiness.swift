extension Catalogue {
    /// What stands in place of a list that has nothing to show.
    struct Emptiness: Sendable {
        let heading: String
        let text: String
    }
}
