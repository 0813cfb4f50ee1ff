extension Catalogue {
    /// The texts that are on every error page.
    struct ErrorPage: Sendable {
        let status: String
        let keptHeading: String
        let task: String
        let tryAgain: String
        /// The name of a field with what was typed, where it can only be copied.
        let toCopy: String
        let reference: String

        let toSignIn: String
        let toTasks: String
        let toStart: String
        let toSessions: String
        let toProviderSignOut: String
    }
}
