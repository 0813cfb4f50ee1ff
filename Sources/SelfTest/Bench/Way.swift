/// What a sign-in is tried on.
enum Way: Sendable {
    /// The relying party alone; the answer comes in the query.
    case library
    /// The web front end, by a browser; the answer comes as a form.
    case formPost
}
