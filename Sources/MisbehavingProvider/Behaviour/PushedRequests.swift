/// Whether authorization requests are pushed (RFC 9126).
public enum PushedRequests: Sendable, Equatable {
    /// There is no endpoint for them.
    case notOffered
    /// They may be.
    case offered
    /// They have to be.
    case required
}
