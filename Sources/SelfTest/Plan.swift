/// The plans whose modules are run, in the words of the report.
enum Plan: String, CaseIterable, Sendable {
    case basic
    case config
    case formPost = "form post"
    case refreshToken = "refresh token"
    case thirdPartyInitiatedLogin = "third-party-initiated login"
    case rpInitiatedLogout = "RP-initiated logout"
    case frontChannelLogout = "front-channel logout"
    case backChannelLogout = "back-channel logout"
    /// Modules of the Foundation's that belong to no plan which certifies anything.
    case others = "other modules"
    /// What the Foundation's plans lack.
    case beyond = "beyond the plans"
}
