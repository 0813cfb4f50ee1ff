/// How an answer travels to the client (OAuth 2.0 Multiple Response Type Encoding Practices, section 2.1; Form Post
/// Response Mode).
enum ResponseMode: String, Sendable, Codable, CaseIterable {
    case query
    case formPost = "form_post"
}
