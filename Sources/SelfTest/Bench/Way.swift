/// What a sign-in is tried on.
enum Way: Sendable {
    /// The relying party alone; the answer comes in the query.
    case library
    /// The same at an Azure AD B2C authority, by a policy.
    case policy
    /// The web front end, by a browser; the answer comes as a form.
    case formPost
}
