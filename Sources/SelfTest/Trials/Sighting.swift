import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import OpenIDConnect

/// What was seen of one sign-in, beside what the party says of it.
struct Sighting: Sendable {
    let provider: MisbehavingProvider
    let witness: Witness
    /// What the provider sent to the redirect URI.
    let redirect: FormBody

    /// The one ID token that was issued.
    var token: SeenToken? {
        let tokens = provider.idTokens
        return tokens.count == 1 ? tokens.first.map(SeenToken.init) : nil
    }

    /// What the token endpoint answered the one time that it was asked, if that is an object.
    var tokenAnswer: Claims? { object(at: .token) }
    /// What UserInfo answered in the same way; a signed answer, as it stands inside.
    var userInfo: Claims? { object(at: .userInfo) }
    /// Whether UserInfo's one answer is signed.
    var isUserInfoSigned: Bool { answer(at: .userInfo)?.headerFields[.contentType] == "application/jwt" }
    /// The key set that was fetched, as it came; empty where there was none.
    var keySet: String { answer(at: .keys).map { String(decoding: $0.body, as: UTF8.self) } ?? "" }

    /// What came to one of the provider's endpoints.
    func requests(at endpoint: Endpoint) -> [SeenRequest] { provider.requests(at: endpoint) }

    private func object(at endpoint: Endpoint) -> Claims? {
        guard let body = answer(at: endpoint)?.body else { return nil }
        return Claims(jsonObject: body) ?? Claims.unverified(ofJWT: String(decoding: body, as: UTF8.self))
    }

    /// The one answer of an endpoint; the keys may be fetched twice, where the first set had no key that fitted.
    private func answer(at endpoint: Endpoint) -> TransportResponse? {
        let answers = witness.answers(at: endpoint)
        return answers.count == 1 || endpoint == .keys ? answers.first : nil
    }
}
