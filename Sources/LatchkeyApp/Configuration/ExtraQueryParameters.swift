import HTTPTransport

/// What the person who runs Latchkey adds to the authorization request.
struct ExtraQueryParameters: Sendable, Equatable {
    /// Names and values in their order.
    let fields: FormBody

    /// The oldest that an authentication may be, in seconds: `max_age` (OpenID Connect Core 1.0, section 3.1.2.1).
    var maximumAge: Int? { fields[single: "max_age"].flatMap(Int.init) }

    /// Reads `name=value&…`; `nil` where there is a ``problem(in:)``.
    init?(_ text: String) {
        guard Self.problem(in: text) == nil, let fields = FormBody(parsing: text) else { return nil }
        self.fields = fields
    }

    init() { fields = FormBody() }

    /// Names that the flow itself sets, or that would undo what protects it.
    private static let reserved: Set = [
        "client_id", "client_secret", "client_assertion", "client_assertion_type", "redirect_uri", "response_type",
        "response_mode",
        "scope",
        "state", "nonce", "code_challenge", "code_challenge_method", "code_verifier", "request", "request_uri",
        "prompt", "login_hint",
        "id_token_hint", "dpop_jkt", "p", "registration", "claims",
    ]

    /// What is wrong with the text.
    ///
    /// Values aren't shown: they may hold what should not be in a log.
    static func problem(in text: String) -> String? {
        guard let fields = FormBody(parsing: text)?.fields else {
            return "the value can't be read; write name=value&name=value, percent-encoded"
        }
        for (name, value) in fields {
            if name.isEmpty { return "a parameter has no name; write name=value&name=value" }
            if reserved.contains(name) { return "\(name) is the protocol's own and can't be set here\(advice(name))" }
            if name == "max_age", !isWholeNumber(value) { return "max_age is no whole number of seconds" }
        }
        return fields.count { $0.name == "max_age" } > 1 ? "max_age is there more than once" : nil
    }

    private static func advice(_ name: String) -> String {
        switch name {
        case "scope": "; use scopes or additionalScopes"
        case "client_id": "; use clientId"
        case "prompt": "; use prompt"
        case "response_mode": "; use responseMode"
        case "redirect_uri": "; use redirectUri"
        case "p": "; use the settings of the policies"
        default: ""
        }
    }

    private static func isWholeNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) } && Int(text) != nil
    }
}
