/// The names of the sign-in's cookies, which all start with the session's.
struct CookieNames: Sendable {
    /// The session's cookie; a longer session continues in `….1`, `….2`.
    let session: String
    /// Sign-ins under way, one cookie each.
    let attemptPrefix: String
    /// Completed sign-ins and required interactions of the last minute.
    let loopGuard: String
    /// The proof of the device that the session is bound to.
    let device: String
    /// Forms that wait for a sign-in, one cookie each.
    let pendingFormPrefix: String

    init(session: String) {
        self.session = session
        attemptPrefix = "\(session)-sign-in."
        loopGuard = "\(session)-rounds"
        device = "\(session)-device"
        pendingFormPrefix = "\(session)-kept."
    }
}
