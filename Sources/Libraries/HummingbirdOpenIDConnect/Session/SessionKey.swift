import PortableFoundation
import SessionStorage

/// What finds a session's row, opens it, and names it in logs.
struct SessionKey: Sendable, Equatable {
    let id: SessionID
    /// The name of the session's authority, which its row is sealed for.
    let authority: String
    /// UNIX seconds at which the session ends at the latest.
    let expires: Int64
    /// The text of the user's key, if it is known.
    let user: String?

    var expiryDate: Date { Date(seconds: expires) }
}
