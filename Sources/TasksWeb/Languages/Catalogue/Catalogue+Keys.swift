extension Catalogue {
    /// The texts of the page of keys.
    struct Keys: Sendable {
        let heading: String
        let lead: String
        let newTask: String
        let help: String
        let save: String
        let cancel: String
        let close: String
        let switchOff: String
    }
}
