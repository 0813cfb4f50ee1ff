/// The token endpoint's verdict on the client's credential.
///
/// A minor version adds no case.
public enum CredentialVerdict: Sendable {
    /// The authority accepts it: only the made-up code is refused.
    case accepted
    /// The authority refuses it, or another setting; the error's kind is
    /// ``OpenIDConnectError/Kind/configuration(_:)``.
    case refused(OpenIDConnectError)
    /// The response doesn't show which.
    case unclear(OpenIDConnectError)

    init(refusalOfMadeUpCode error: OpenIDConnectError) {
        switch error.kind {
        case .invalidGrant, .signInAgain, .interactionRequired: self = .accepted
        case .configuration: self = .refused(error)
        default: self = .unclear(error)
        }
    }
}
