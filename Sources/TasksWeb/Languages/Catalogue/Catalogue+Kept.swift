extension Catalogue {
    /// What is asked of a form that was posted after its session had ended.
    struct Kept: Sendable {
        /// With the `question`, one of the others.
        let heading: Phrase
        let add: String
        let change: String
        let complete: String
        let reopen: String
        let delete: String
        let deleteNamed: String
        let completeAll: String
        let reopenAll: String
        let clearCompleted: String
        let confirm: String
    }
}
