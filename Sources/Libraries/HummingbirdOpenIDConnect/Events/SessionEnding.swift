/// Why a session ended before it expired, in logs and metrics.
enum SessionEnding: String, CaseIterable, Sendable {
    /// Its user signed out.
    case signOut = "sign_out"
    /// A front-channel logout named it.
    case frontChannel = "front_channel"
    /// A logout token named it.
    case backChannel = "back_channel"
    /// Its user ended it from another session.
    case endedElsewhere = "ended_elsewhere"
    /// The same browser signed in again, or its user in another one, beyond the limit.
    case replaced
    /// The authority refused the refresh, or its response doesn't verify or lacks a required claim; or the application
    /// refused the user.
    case refused
    /// The API refused its tokens.
    case refusedByAPI = "refused_by_api"
    /// Its access token expired, and it has no refresh token; or the authority brought its end forward, and that has
    /// come.
    case expired
    /// Its tokens don't open with the present keys.
    case unreadable

    /// Whether metrics count it; the others are faults of a deployment, which the log has.
    var isCounted: Bool {
        switch self {
        case .signOut, .frontChannel, .backChannel, .endedElsewhere, .replaced, .refused: true
        case .refusedByAPI, .expired, .unreadable: false
        }
    }
}
