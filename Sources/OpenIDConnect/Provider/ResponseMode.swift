/// How the authority hands over its answer (OAuth 2.0 Multiple Response Type Encoding Practices; OAuth 2.0 Form Post
/// Response Mode).
public enum ResponseMode: String, Sendable {
    /// In the query of the redirect URI.
    case query
    /// In a form that the browser posts to the redirect URI.
    case formPost = "form_post"
}
