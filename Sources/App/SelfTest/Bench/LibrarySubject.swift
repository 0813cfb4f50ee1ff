import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import OpenIDConnect

/// The relying party without any site around it.
struct LibrarySubject: SignInSubject {
    static let redirectURI = "http://127.0.0.1/return"

    /// What an API may require (RFC 9470, section 4).
    static let stepUpRequest = SignInRequest(
        maxAge: 300, acrValues: "gold silver", isACREssential: true,
        claims: #"{"access_token":{"acrs":{"essential":true,"value":"c1"}}}"#)

    let relyingParty: RelyingParty
    let transport: any Transport
    private let request: SignInRequest

    /// - Parameter authority: The authority, if it isn't the provider's own address.
    init(
        at provider: ScriptedProvider, authority: Authority? = nil, request: SignInRequest = SignInRequest(),
        credential: ClientCredential? = nil, assertionAudience: ClientAssertionAudience? = nil,
        transport: any Transport
    ) throws {
        self.request = request
        self.transport = transport
        provider.client.redirectURIs = [Self.redirectURI]
        relyingParty = RelyingParty(
            configuration: RelyingPartyConfiguration(
                authority: try authority ?? Self.authority(provider, request.policy), clientID: provider.client.id,
                redirectURI: Self.redirectURI,
                clientCredential: credential ?? provider.client.secret.map(ClientCredential.secret) ?? .none,
                assertionAudience: assertionAudience, timeout: .seconds(30)),
            transport: transport)
    }

    private static func authority(_ provider: ScriptedProvider, _ policy: String?) throws -> Authority {
        guard policy != nil else { return try Authority(provider.url.description) }
        return try Authority("\(provider.url)/people.example/{policy}/v2.0", usesPolicies: true)
    }

    func signIn() async throws -> SignInReport {
        var redirect = FormBody()
        do {
            let grant = try await grant(&redirect)
            let userInfo = try? await relyingParty.userInfo(
                accessToken: grant.tokens.accessToken, subject: grant.identity.subject, policy: request.policy)
            return SignInReport(redirect: redirect, outcome: .signedIn(hasUserInfo: userInfo != nil))
        } catch let error as OpenIDConnectError where error.isRefusal {
            return SignInReport(redirect: redirect, outcome: .refused)
        }
    }

    /// Signs a user in, without UserInfo.
    func grant() async throws -> Grant {
        var redirect = FormBody()
        return try await grant(&redirect)
    }

    private func grant(_ redirect: inout FormBody) async throws -> Grant {
        let start = try await relyingParty.startSignIn(request)
        let response = try await transport.send(TransportRequest(.get, start.url))
        guard let location = response.headerFields[.location], location.hasPrefix("\(Self.redirectURI)?"),
            let form = FormBody(parsing: location.dropFirst(Self.redirectURI.count + 1))
        else { throw SelfTestError("the provider responded with \(response.status.code) to the authorization request") }
        redirect = form
        return try await relyingParty.finish(start.attempt, try AuthorizationResponse(parsing: form))
    }
}

extension OpenIDConnectError {
    /// Whether the relying party refused the provider's behaviour, and didn't merely fail to reach it or understand it.
    var isRefusal: Bool {
        switch kind {
        case .unknownState, .invalidResponse, .invalidIDToken, .insufficientAuthentication, .tooLarge, .invalidGrant,
            .badTokenResponse,
            .metadataMismatch:
            true
        default: false
        }
    }
}
