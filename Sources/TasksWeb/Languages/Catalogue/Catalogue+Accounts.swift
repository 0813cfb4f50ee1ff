extension Catalogue {
    /// The texts about accounts that a person chose to have remembered on their browser.
    struct Accounts: Sendable {
        /// With the account's `name`.
        let continueAs: Phrase
        let useAnother: String
        let forget: String
        let offer: String
        let offerExplanation: String
        let stopOffering: String
        let stopOfferingExplanation: String
    }
}
