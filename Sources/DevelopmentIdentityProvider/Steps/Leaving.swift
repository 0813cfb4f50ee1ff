/// A way out of a form without an answer to it; the name is the last segment of its path.
enum Leaving: String, Sendable, CaseIterable {
    case cancel
    case forgottenPassword = "forgotten-password"

    /// What the client is told.
    var error: OAuthError {
        switch self {
        case .cancel: .cancelled
        case .forgottenPassword: .passwordForgotten
        }
    }
}
