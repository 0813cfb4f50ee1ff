extension Catalogue {
    /// Why what was sent can't be saved.
    struct Input: Sendable {
        let empty: String
        /// With the `limit` of characters.
        let tooLong: Phrase
        let containsNull: String
        /// Where an edit left no text, and deleting the task is offered.
        let emptied: String
        let nothingToChange: String
        let noTaskNamed: String
        let noCompletion: String
        let badCompletion: String
        let refusedByAPI: String
    }
}
