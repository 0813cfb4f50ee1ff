extension Catalogue {
    /// Why a sign-in did not succeed.
    struct SignIn: Sendable {
        let notCompleted: String
        let signInAgain: String
        let interactionRequiredAgain: String
        let untrustworthyAnswer: String
        let unverifiable: String
        let unknownToProvider: String
        /// With the provider's `code`.
        let refused: Phrase
        let accountLocked: String
        let providerBusy: String
        let unreadableLink: String
        let unreadableAnswer: String
        let otherProvider: String
    }
}
