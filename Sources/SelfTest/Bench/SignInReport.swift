import HTTPTransport

/// How a sign-in went.
struct SignInReport: Sendable {
    enum Outcome: Sendable, Equatable {
        /// Somebody is signed in; UserInfo's answer was taken or wasn't.
        case signedIn(hasUserInfo: Bool)
        /// The party refused what the provider did.
        case refused
    }

    /// What the provider sent to the redirect URI; empty where it never came to that.
    var answer = FormBody()
    var outcome: Outcome
}
