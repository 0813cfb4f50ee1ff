import Logging
import OpenIDConnect

/// An event of sign-ins and sessions that the log has under a name that doesn't change.
///
/// `docs/observability/events.md` describes each.
enum SignInEvent: String, CaseIterable, Sendable {
    case signIn = "sign_in"
    case signInRefused = "sign_in_refused"
    case signOut = "sign_out"
    case sessionEnded = "session_ended"
    case refreshRefused = "refresh_refused"
    case refreshFailed = "refresh_failed"
    case logoutTokenRefused = "logout_token_refused"
    case revocationFailed = "revocation_failed"
    case providerSignOutFailed = "provider_sign_out_failed"
    case pushedRequestRefused = "pushed_request_refused"
    case deviceBound = "device_bound"
    case deviceProofRefused = "device_proof_refused"
    case deviceCookieMissing = "device_cookie_missing"

    var level: Logger.Level {
        switch self {
        case .signIn, .signInRefused, .signOut, .sessionEnded, .refreshRefused, .logoutTokenRefused, .deviceBound,
            .deviceProofRefused, .deviceCookieMissing:
            .notice
        case .refreshFailed, .revocationFailed, .providerSignOutFailed, .pushedRequestRefused: .warning
        }
    }

    private var message: Logger.Message {
        switch self {
        case .signIn: "a user has signed in"
        case .signInRefused: "sign-in failed"
        case .signOut: "a user has signed out"
        case .sessionEnded: "a session has ended"
        case .refreshRefused: "a refresh was refused"
        case .refreshFailed: "a refresh failed"
        case .logoutTokenRefused: "logout token refused"
        case .revocationFailed: "the tokens of an ended session are not revoked"
        case .providerSignOutFailed: "the session at the authority is not ended at sign-out"
        case .pushedRequestRefused: "plain authorization requests are sent, because pushedRequests is auto"
        case .deviceBound: "a session is bound to its device"
        case .deviceProofRefused: "the proof of a device was refused"
        case .deviceCookieMissing: "a request in a bound session lacks the proof of its device"
        }
    }

    /// Logs the event.
    ///
    /// - Parameter error: The error that is the reason.
    func log(
        to logger: Logger, error: OpenIDConnectError? = nil, _ fields: Logger.Metadata = [:]
    ) {
        guard logger.logLevel <= level else { return }
        var metadata = fields
        metadata["event"] = "\(rawValue)"
        if let error {
            metadata["reason"] = "\(error)"
            metadata["authority_correlation"] = error.providerCorrelationID.map { "\($0)" }
        }
        logger.log(level: level, message, metadata: metadata)
    }
}
