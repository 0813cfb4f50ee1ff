public import HTTPTransport

/// The authority's response at the redirect URI (RFC 6749, section 4.1.2; RFC 9207).
public struct AuthorizationResponse: Sendable, Redacted {
    /// Identifies the sign-in attempt (`state`, RFC 6749, section 4.1.2).
    public let state: String?
    /// The code to redeem.
    public let code: String?
    /// The error's code, as it came.
    public let error: String?
    /// The error's text, as it came: log it bounded, show it never.
    public let errorDescription: String?
    /// The issuer of the response (RFC 9207).
    public let issuer: String?

    /// Parses the parameters of the query or of the posted form; unknown ones are ignored.
    ///
    /// - Throws: ``OpenIDConnectError/Kind/unknownState`` if `state` occurs twice,
    ///   ``OpenIDConnectError/Kind/invalidResponse`` if another parameter of the protocol does: which of the two was
    ///   meant can't be known (RFC 6749, section 3.1).
    public init(parsing form: FormBody) throws(OpenIDConnectError) {
        func single(_ name: String) throws(OpenIDConnectError) -> String? {
            let values = form.fields.filter { $0.name == name }.map(\.value)
            guard values.count < 2 else {
                var error = OpenIDConnectError(.parameterRepeated, name)
                if name == "state" { error.kind = .unknownState }
                throw error
            }
            return values.first.flatMap { $0.isEmpty ? nil : $0 }
        }
        state = try single("state")
        code = try single("code")
        error = try single("error")
        errorDescription = try single("error_description")
        issuer = try single("iss")
    }
}

/// How the authority sends its response (OAuth 2.0 Multiple Response Type Encoding Practices; OAuth 2.0 Form Post
/// Response Mode).
///
/// More cases may come in a minor version: switch with a `default`.
public enum ResponseMode: String, Sendable {
    /// In the query of the redirect URI.
    case query
    /// In a form that the browser posts to the redirect URI.
    case formPost = "form_post"
}
