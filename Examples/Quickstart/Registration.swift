import Hummingbird
import OpenIDConnect

extension Settings {
    /// The app's registration at the authority.
    var registration: RelyingPartyConfiguration {
        get throws {
            let secret = Environment().get("CLIENT_SECRET")
            return RelyingPartyConfiguration(
                authority: try Authority(authority, usesPolicies: emailSignInPolicyId != nil), clientID: clientId,
                redirectURI: redirectURI, clientCredential: secret.map { .secret($0) } ?? .none, scopes: scopes ?? [])
        }
    }
}
