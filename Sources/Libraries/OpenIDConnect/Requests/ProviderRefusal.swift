import Encodings
import HTTPTransport

/// An `error` and `error_description` of the authority, at the redirect URI or from an endpoint.
struct ProviderRefusal {
    /// Maximum size of `claims` that are passed on, in bytes.
    private static let longestClaims = 2048

    /// The unchanged value, because it decides; it is masked before it is shown or logged.
    private let error: String
    private let secrets: ExchangeSecrets
    /// With every value of the exchange masked.
    private let description: String?
    /// The action for Azure AD B2C's own code; `nil` without such a code.
    private let policyError: PolicyError?
    private let entra: EntraError
    /// The names under which Microsoft finds the request again.
    private let identifiers: [(name: String, value: String)]
    /// The `claims` of the next authorization request, as a JSON object.
    private let claims: String?
    /// The fault if the authority refuses the client; `nil` if the request had no credential.
    private let refusedClient: ConfigurationFault?

    /// The error of a response at the redirect URI.
    init(error: String, description: String?, secrets: ExchangeSecrets = ExchangeSecrets()) {
        self.error = error
        self.secrets = secrets
        self.description = description.map(secrets.masked)
        policyError = description.flatMap(PolicyError.init(description:))
        entra = EntraError(description: description)
        identifiers = Self.identifiers(in: self.description) { _ in nil }
        claims = nil
        refusedClient = nil
    }

    /// The error of an endpoint's response (RFC 6749, section 5.2); `nil` if it has none.
    ///
    /// - Parameter refusedClient: The fault if the authority refuses the client, as by `invalid_client`.
    init?(_ object: JSONObject, secrets: ExchangeSecrets, refusedClient: ConfigurationFault) {
        guard let error = object["error"]?.string else { return nil }
        self.error = error
        self.secrets = secrets
        let written = object["error_description"]?.string
        description = written.map(secrets.masked)
        policyError = written.flatMap(PolicyError.init(description:))
        let codes = object["error_codes"]?.array?.prefix(8).compactMap { $0.number.flatMap { Int(exactly: $0) } } ?? []
        entra = EntraError(description: written, codes: codes)
        identifiers = Self.identifiers(in: description) { object[$0]?.string.map(secrets.masked) }
        claims = object["claims"]?.string.flatMap {
            $0.utf8.count <= Self.longestClaims && JSONObject(parsing: Array($0.utf8)) != nil ? $0 : nil
        }
        self.refusedClient = refusedClient
    }

    /// The identifiers that are members of the response, or else part of its text.
    private static func identifiers(
        in description: String?, member: (String) -> String?
    ) -> [(name: String, value: String)] {
        [("trace_id", "Trace ID: "), ("correlation_id", "Correlation ID: ")].compactMap { name, label in
            let written = description.flatMap { text in
                text.firstRange(of: label).map { text[$0.upperBound...].prefix { $0.isHexDigit || $0 == "-" } }
            }
            return [member(name), written.map(String.init)].compactMap(\.self).first { GUID.isGUID($0) }.map {
                (name, $0)
            }
        }
    }

    /// The error of a response at the redirect URI, or of a pushed authorization request.
    ///
    /// An AADB2C code decides before `error` does.
    var atRedirect: OpenIDConnectError {
        if let policyError { return failure(policyError.kind) }
        if let fault { return failure(.configuration(fault)) }
        switch error {
        case "access_denied" where entra.isDeclined: return failure(.cancelled)
        case "access_denied" where entra.code == nil: return failure(hasWords ? .accessDenied : .cancelled)
        case "login_required", "interaction_required", "consent_required", "account_selection_required":
            return failure(.signInAgain)
        // Keycloak's page of sign-in was open for too long.
        case "temporarily_unavailable" where description == "authentication_expired": return failure(.signInAgain)
        case "temporarily_unavailable":
            return failure(.temporarilyUnavailable(retryAfter: OpenIDConnectError.usualPause))
        default: return failure(.refusedByProvider(code: entra.code ?? sanitizedCode))
        }
    }

    /// The error of a response of the token endpoint (RFC 6749, section 5.2).
    ///
    /// A wrong setting comes first, because signing in again doesn't correct it. A required interaction comes next,
    /// because the session stays then. After both an AADB2C code overrides `error`, if it has a meaning without a
    /// browser.
    var atTokenEndpoint: OpenIDConnectError {
        if case .configuration(let fault) = policyError?.kind { return failure(.configuration(fault)) }
        if let fault { return failure(.configuration(fault)) }
        switch error {
        case "interaction_required", "login_required", "consent_required":
            return failure(.interactionRequired(claims: claims, prompt: entra.wantsLogin ? "login" : nil))
        case "invalid_grant" where entra.wantsLogin:
            return failure(.interactionRequired(claims: claims, prompt: "login"))
        case _ where policyError?.kind == .signInAgain: return failure(.signInAgain)
        case "invalid_grant": return failure(.invalidGrant)
        default: return failure(.badTokenResponse)
        }
    }

    /// Whether there is a description of more than white space.
    private var hasWords: Bool { description.map { !$0.allSatisfy(\.isWhitespace) } ?? false }

    /// The part of the configuration that is wrong, by the number, else by `error`.
    private var fault: ConfigurationFault? {
        // Microsoft has the same numbers for assertions of the client's key and of others.
        if entra.isAboutAssertion { return refusedClient ?? .clientKey }
        if let fault = entra.fault { return fault }
        return switch error {
        case "invalid_client": refusedClient ?? .clientID
        case "unauthorized_client": .clientID
        case "redirect_uri_mismatch": .redirectURI
        case "invalid_scope", "invalid_resource", "invalid_target": .scopes
        default: nil
        }
    }

    /// The code of an OAuth error, fit to be shown and logged.
    private var sanitizedCode: String {
        let code = secrets.masked(error).unicodeScalars.filter {
            $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "_.-".unicodeScalars.contains($0))
        }
        return code.isEmpty ? "unknown" : String(String.UnicodeScalarView(code.prefix(64)))
    }

    /// The log's text has the authority's codes and ids before its description, which may be cut.
    private func failure(_ kind: OpenIDConnectError.Kind) -> OpenIDConnectError {
        let codes = [sanitizedCode] + [policyError?.code].compactMap(\.self) + entra.numbers.map { "AADSTS\($0)" }
        let ids = identifiers.map { "\($0.name) \($0.value)" }
        let details = ids.isEmpty ? "" : " (\(ids.joined(separator: ", ")))"
        let words = description.map { ": \(ProviderText.sanitized($0))" } ?? ""
        var error = OpenIDConnectError(
            kind, "the authority responded with \(codes.joined(separator: ", "))\(details)\(words)",
            providerCorrelationID: identifiers.first { $0.name == "correlation_id" }?.value)
        error.providerCode = policyError?.code ?? entra.code
        return error
    }
}
