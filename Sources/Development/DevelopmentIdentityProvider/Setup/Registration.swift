import Crypto
import FoundationEssentials
import HTTPTransport

/// The one client that is registered here.
struct Registration: Sendable {
    let clientID: String
    let redirectURI: HTTPURL
    let postLogoutRedirectURIs: [HTTPURL]
    private let secretHash: SHA256.Digest

    init(_ configuration: ProviderConfiguration) throws(ProviderSetupError) {
        clientID = configuration.clientID
        redirectURI = try Self.read(configuration.redirectURI)
        var uris: [HTTPURL] = []
        for uri in configuration.postLogoutRedirectURIs { uris.append(try Self.read(uri)) }
        postLogoutRedirectURIs = uris
        secretHash = SHA256.hash(data: Data(configuration.clientSecret.utf8))
    }

    /// Compares hashes, so that the time it takes reveals nothing of the secret.
    func accepts(secret: String) -> Bool {
        SHA256.hash(data: Data(secret.utf8)) == secretHash
    }

    func postLogoutRedirectURI(_ text: String) -> HTTPURL? {
        postLogoutRedirectURIs.first { $0.description == text }
    }

    private static func read(_ text: String) throws(ProviderSetupError) -> HTTPURL {
        guard let url = HTTPURL(text) else {
            throw ProviderSetupError(
                kind: .redirectURI, description: "the redirect URI \(text) isn't an absolute http or https URL")
        }
        return url
    }
}
