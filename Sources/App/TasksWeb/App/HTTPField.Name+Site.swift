import HTTPTypes
import HummingbirdOpenIDConnect
import WebSupport

/// The header fields that the site uses and that HTTPTypes has no names for.
extension HTTPField.Name {
    static let xFrameOptions = constant("X-Frame-Options")
    static let permissionsPolicy = constant("Permissions-Policy")
    static let crossOriginOpenerPolicy = constant("Cross-Origin-Opener-Policy")
    /// By which a call is found in the logs of all that took part in it.
    static let correlationID = constant("X-Correlation-ID")
    /// Azure's name for the same.
    static let clientRequestID = constant("client-request-id")
}
