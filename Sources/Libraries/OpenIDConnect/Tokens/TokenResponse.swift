import Encodings
import HTTPTransport
import HTTPTypes
import PortableFoundation

/// A parsed response of the token endpoint (RFC 6749, section 5.1).
struct TokenResponse {
    /// Longer than any access token's lifetime; a longer one is cut to this.
    private static let longestLife = 10.0 * 365 * 86_400

    let accessToken: String
    let refreshToken: String?
    let idToken: String?
    let scope: String?
    let expiry: Date?
    let refreshTokenExpiry: Date?

    /// Parses a response.
    ///
    /// - Parameters:
    ///   - sent: When the request was sent; the access token's lifetime starts then.
    ///   - secrets: The values that were sent and received.
    ///   - refusedClient: The fault if the authority refuses the client.
    init(
        _ response: TransportResponse, sent: Date, secrets: ExchangeSecrets, refusedClient: ConfigurationFault
    ) throws(OpenIDConnectError) {
        try BusyProvider.check(response, now: sent)
        let object = response.object
        if let refusal = object.flatMap({
            ProviderRefusal($0, secrets: secrets, refusedClient: refusedClient)
        }) {
            throw refusal.atTokenEndpoint
        }
        guard (200..<300).contains(response.status.code), let object else {
            throw OpenIDConnectError(
                .noTokenResponse, response.status.kind == .successful ? response.problem : response.statusInWords)
        }
        do throws(OpenIDConnectError) {
            refreshToken = try Self.token("refresh_token", in: object)
            accessToken = try Self.accessToken(in: object)
            idToken = try Self.token("id_token", in: object)
        } catch {
            var error = error
            error.newRefreshToken = (try? Self.token("refresh_token", in: object)) ?? nil
            error.newAccessToken = (try? Self.token("access_token", in: object)) ?? nil
            throw error
        }
        scope = object["scope"]?.string
        expiry = Self.seconds(object["expires_in"]).map { sent.addingTimeInterval(min(max($0, 0), Self.longestLife)) }
        // No standard names it: Azure AD B2C uses the first name, Keycloak the second, with 0 if the token never
        // expires.
        refreshTokenExpiry = ["refresh_token_expires_in", "refresh_expires_in"].lazy.compactMap {
            Self.seconds(object[$0])
        }.first
            .flatMap { $0 > 0 ? sent.addingTimeInterval(min($0, Self.longestLife)) : nil }
    }

    private static func accessToken(in object: JSONObject) throws(OpenIDConnectError) -> String {
        guard object["token_type"]?.string?.lowercased() == "bearer" else {
            throw OpenIDConnectError(
                .noBearerToken, object["token_type"].map { "token_type \($0.text)" } ?? "no token_type")
        }
        guard let token = try token("access_token", in: object) else { throw OpenIDConnectError(.noAccessToken) }
        return token
    }

    /// Tokens go into header fields and forms: visible ASCII only (RFC 6749, appendix A).
    private static func token(_ name: String, in object: JSONObject) throws(OpenIDConnectError) -> String? {
        guard let value = object[name], value != .string("") else { return nil }
        guard let text = value.string, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw OpenIDConnectError(.tokenNotVisibleASCII, name)
        }
        return text
    }

    /// Some providers write the number as a string.
    private static func seconds(_ value: JSONValue?) -> Double? {
        value?.number ?? value?.string.flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
    }
}
