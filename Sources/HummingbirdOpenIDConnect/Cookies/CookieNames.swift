/// The names of the sign-in's cookies, which all start with the session's.
struct CookieNames: Sendable {
    /// The session's cookie; a longer session continues in `….1`, `….2`.
    let session: String

    /// Sign-ins under way, one cookie each.
    var attemptPrefix: String { "\(session)-sign-in." }
    /// Completed sign-ins and required interactions of the last minute.
    var loopGuard: String { "\(session)-rounds" }
    /// Forms that wait for a sign-in, one cookie each.
    var pendingFormPrefix: String { "\(session)-kept." }
}
