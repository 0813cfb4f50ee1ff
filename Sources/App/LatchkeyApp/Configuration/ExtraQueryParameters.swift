import HTTPTransport
import OpenIDConnect

/// Parameters that the operator adds to the authorization request.
struct ExtraQueryParameters: Sendable, Equatable {
    /// Names and values in their order.
    let fields: FormBody

    /// Maximum age of an authentication, in seconds: `max_age` (OpenID Connect Core 1.0, section 3.1.2.1).
    var maximumAge: Int? { fields[single: "max_age"].flatMap(Int.init) }

    init() { fields = FormBody() }

    /// Reads `name=value&…`.
    ///
    /// An error doesn't show values, because they may contain a secret.
    init(_ text: String) throws(InvalidValueError) {
        guard let fields = FormBody(parsing: text) else {
            throw InvalidValueError("the value can't be read; write name=value&name=value, percent-encoded")
        }
        for (name, value) in fields.fields {
            if name.isEmpty { throw InvalidValueError("a parameter has no name; write name=value&name=value") }
            if RelyingPartyConfiguration.reservedParameters.contains(name) {
                throw InvalidValueError("\(name) is the protocol's own and can't be set here\(Self.advice(name))")
            }
            if name == "max_age", !Self.isWholeNumber(value) {
                throw InvalidValueError("max_age is no whole number of seconds")
            }
        }
        guard fields.fields.count(where: { $0.name == "max_age" }) <= 1 else {
            throw InvalidValueError("max_age is there more than once")
        }
        self.fields = fields
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
