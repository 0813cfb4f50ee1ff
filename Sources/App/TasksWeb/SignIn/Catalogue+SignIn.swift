extension Catalogue {
    /// Why a sign-in did not succeed.
    struct SignIn: Sendable {
        let notCompleted: String
        let signInAgain: String
        let interactionRequiredAgain: String
        let untrustworthyResponse: String
        let unverifiable: String
        let insufficientAuthentication: String
        let providerSessionExpired: String
        /// With the `limit`, in bytes.
        let tooLarge: Phrase
        let unknownToProvider: String
        /// With the provider's `code`.
        let refused: Phrase
        let accountLocked: String
        let providerBusy: String
        let unreadableLink: String
        let unreadableResponse: String
        let otherProvider: String
    }

    /// The texts of the page for users who are not signed in.
    struct Welcome: Sendable {
        let title: String
        let heading: String
        let lead: String
        let signIn: String
        let createAccount: String
        let facebook: String
        let forgotPassword: String
        /// The picture of a list, three tasks of which are left and one is done.
        let pictureHeading: String
        let pictureCount: String
        let pictureFirst: String
        let pictureDone: String
        let pictureSecond: String
        let pictureThird: String
    }

    /// The texts of the page that posts a provider's response on.
    struct Repost: Sendable {
        let title: String
        let heading: String
        let lead: String
        let proceed: String
    }

    /// The texts of the page after the session has ended.
    struct SignedOut: Sendable {
        let title: String
        let heading: String
        /// For a user who has signed in again.
        let signedInHeading: String
        let lead: String
        let signInAgain: String
    }
}
