import HTTPTransport
import Hummingbird
import Logging
import OpenIDConnect
import SealedCookies
import SessionStorage

/// The variables of ``WebSignIn/init(environment:authority:transport:store:routes:options:logger:now:configure:)``.
///
/// Each error names its variable and says what to do. None shows the secret or a key.
struct SignInEnvironment {
    /// The path of the redirect URI.
    static let redirectPath = "/sign-in/return"

    let environment: Environment

    /// The port to listen on.
    var port: Int {
        get throws(SignInSetupError) {
            guard let text = environment.get("PORT") else { return 8080 }
            guard let port = Int(text), (1...65_535).contains(port) else {
                throw SignInSetupError("PORT is no port: set it to a number from 1 to 65535, or leave it out for 8080")
            }
            return port
        }
    }

    /// The client's registration at an authority; `nil`: at the one with the issuer in the variables.
    func configuration(_ authority: Authority?) throws(SignInSetupError) -> RelyingPartyConfiguration {
        let authority = if let authority { authority } else { try issuer }
        return RelyingPartyConfiguration(
            authority: authority, clientID: try required("CLIENT_ID", "the client's id at the provider"),
            redirectURI: try origin + Self.redirectPath, clientCredential: try clientCredential)
    }

    /// The keys that seal cookies and rows.
    ///
    /// Sessions in memory get a new key. With a key that stays, the next process would accept cookies of sessions that
    /// have ended.
    func keys(for store: any SessionStore, logger: Logger) throws(SignInSetupError) -> SealingKeys {
        var text: String?
        if store is MemorySessionStore {
            if environment.get("SESSION_KEYS") != nil {
                logger.notice("SESSION_KEYS is not used, because sessions in memory end with the process")
            }
        } else {
            text = try required(
                "SESSION_KEYS", "a key that outlives the process, as the store does: 32 random bytes as base64url")
        }
        do throws(SealingError) {
            return if let text { try SealingKeys(text: text) } else { try SealingKeys([.generate()]) }
        } catch {
            throw SignInSetupError(
                "SESSION_KEYS: \(error); each key is 32 random bytes as base64url, with commas between keys")
        }
    }

    private var issuer: Authority {
        get throws(SignInSetupError) {
            let issuer = try required("ISSUER", "the provider's issuer, such as https://id.example.com/realms/home")
            do {
                return try Authority(issuer)
            } catch {
                throw SignInSetupError("ISSUER: \(error)")
            }
        }
    }

    private var origin: String {
        get throws(SignInSetupError) {
            guard environment.get("ORIGIN") != nil else { return "http://localhost:\(try port)" }
            let example = "the site's address for browsers, such as https://app.example.com"
            guard let url = HTTPURL(try required("ORIGIN", example)), url.path == "/", url.query == nil else {
                throw SignInSetupError("ORIGIN has to be \(example), without a path")
            }
            guard url.scheme == .https || url.isLoopback else {
                throw SignInSetupError("ORIGIN is plain http, which is for localhost alone: set it to https")
            }
            return url.origin
        }
    }

    private var clientCredential: ClientCredential {
        get throws(SignInSetupError) {
            guard environment.get("CLIENT_SECRET") != nil else { return .none }
            let secret = try required("CLIENT_SECRET", "the client's secret, or leave it out for a public client")
            guard !secret.contains(where: \.isNewline) else {
                throw SignInSetupError("CLIENT_SECRET has a line break: set it to the secret alone")
            }
            return .secret(secret)
        }
    }

    private func required(_ name: String, _ meaning: String) throws(SignInSetupError) -> String {
        let value = environment.get(name)
        guard let value, !value.isEmpty else {
            throw SignInSetupError("\(name) is \(value == nil ? "not set" : "empty"): set it to \(meaning)")
        }
        return value
    }
}
