/// Where and how an authorization's outcome goes.
///
/// The redirect URI is a registered one.
struct ReplyAddress: Sendable, Equatable, Codable {
    let redirectURI: String
    let mode: ResponseMode
    let state: String?
}
