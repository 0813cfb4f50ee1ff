extension Catalogue {
    /// The texts of the page of somebody who is not signed in.
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
}
