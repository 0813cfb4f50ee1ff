import HTTPTransport
import MisbehavingProvider

/// What was seen of one sign-in, from the provider's side.
struct Sighting: Sendable {
    let provider: MisbehavingProvider
    /// What the provider sent to the redirect URI.
    let answer: FormBody

    /// The one ID token that was issued.
    var token: SeenToken? {
        let tokens = provider.idTokens
        return tokens.count == 1 ? tokens.first.map(SeenToken.init) : nil
    }

    func requests(at endpoint: Endpoint) -> [SeenRequest] { provider.requests(at: endpoint) }
}
