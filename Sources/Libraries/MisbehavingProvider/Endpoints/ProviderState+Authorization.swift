import Encodings
import HTTPTransport
import HTTPTypes
import PortableFoundation

/// The authorization endpoint, which responds at once, without a page.
extension ProviderState {
    mutating func authorizationResponse(_ request: ReceivedRequest) -> ProviderResponse {
        guard let asked = authorizationParameters(request) else {
            return .html("<p>This request can't be taken.</p>", status: .badRequest)
        }
        noteFaults(in: asked, request)
        guard asked["client_id"] == client.id else {
            note("authorization request of an unknown client (RFC 6749, section 4.1.1)")
            return .html("<p>No such client.</p>", status: .badRequest)
        }
        guard let redirectURI = asked["redirect_uri"], client.redirectURIs?.contains(redirectURI) ?? true else {
            note("redirect_uri is not registered (RFC 6749, section 3.1.2.3)")
            return .html("<p>No such redirect URI.</p>", status: .badRequest)
        }
        let response = redirectParameters(asked, request)
        return asked["response_mode"] == "form_post"
            ? formPost(response, to: redirectURI) : .redirect(redirectURI, response)
    }

    /// The parameters, from the query or from a pushed request.
    private mutating func authorizationParameters(_ request: ReceivedRequest) -> [String: String]? {
        let given = request.query.fields + request.form.fields
        for name in Set(given.map(\.name)) where given.count(where: { $0.name == name }) > 1 {
            note("authorization request repeats \(name) (RFC 6749, section 3.1)")
        }
        let plain = Dictionary(given.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        guard let reference = plain["request_uri"] else {
            guard misbehaviour.pushedRequests != .required else {
                note("authorization request that was not pushed (RFC 9126, section 5)")
                return nil
            }
            return plain
        }
        guard let pushed = pushedRequests.removeValue(forKey: reference) else {
            note("unknown or used request_uri (RFC 9126, section 4)")
            return nil
        }
        if plain["client_id"] != pushed["client_id"] {
            note("client_id differs from that of the pushed request (RFC 9126, section 4)")
        }
        return pushed
    }

    private mutating func noteFaults(in asked: [String: String], _ request: ReceivedRequest) {
        for name in ["state", "nonce", "redirect_uri"] where (asked[name] ?? "").isEmpty {
            note("authorization request without \(name)")
        }
        if asked["response_type"] != "code" { note("response_type is not code") }
        let scopes = Self.scopes(asked)
        if !scopes.contains("openid") { note("scope without openid (OpenID Connect Core, section 3.1.2.1)") }
        if scopes.isDisjoint(with: ["profile", "email", "phone", "address"]) {
            note("scope asks for none of the user's claims")
        }
        if asked["code_challenge_method"] != "S256" || asked["code_challenge"]?.utf8.count != 43 {
            note("no PKCE challenge by S256 (RFC 9700, section 2.1.1)")
        }
        if let claims = asked["claims"], JSONObject(parsing: Array(claims.utf8)) == nil {
            note("claims is no JSON object (OpenID Connect Core, section 5.5)")
        }
        if let age = asked["max_age"], !age.utf8.allSatisfy(\.isDigit) || Int(age) == nil {
            note("max_age is no number of seconds (OpenID Connect Core, section 3.1.2.1)")
        }
        if asked["max_age"] == "0", asked["prompt"] == "none" { note("max_age=0 together with prompt=none") }
        if asked["client_secret"] != nil || asked["code_verifier"] != nil {
            note("a secret in the authorization request")
        }
        if request.query.fields.contains(where: { $0.name == "access_token" }) {
            note("an access token in a query (RFC 6750, section 5.3)")
        }
    }

    private mutating func redirectParameters(_ asked: [String: String], _ request: ReceivedRequest) -> FormBody {
        var response = FormBody()
        let change = misbehaviour.redirect
        if case .error(let error, let description) = change {
            response.append("error", error)
            response.append("error_description", description)
        } else if asked["prompt"] == "none" {
            response.append("error", "login_required")
        } else {
            let code = newCode(asked, request)
            if change != .noCode { response.append("code", change == .madeUpCode ? random("made-up") : code) }
            if change == .repeatedCode { response.append("code", random("code")) }
        }
        switch change {
        case .noState: break
        case .wrongState: response.append("state", random("state"))
        default: response.append("state", asked["state"])
        }
        if change == .repeatedState { response.append("state", random("state")) }
        switch change {
        case .noIssuer: break
        case .wrongIssuer: response.append("iss", "https://other.example")
        default: if promisesIssuer { response.append("iss", issuer(for: request)) }
        }
        if change == .furtherParameters {
            response.append("session_state", "\(random("s")).x")
            response.append("client_info", "eyJ1aWQiOiJ4In0")
            response.append("scope", "openid")
        }
        return response
    }

    private var promisesIssuer: Bool { misbehaviour.metadata["authorization_response_iss_parameter_supported"] == nil }

    private mutating func newCode(_ asked: [String: String], _ request: ReceivedRequest) -> String {
        let code = random("code")
        let grant = IssuedGrant(
            user: user, policy: request.policy, base: request.base, nonce: asked["nonce"],
            scopes: Self.scopes(asked),
            session: random("sid"),
            authentication: IssuedAuthentication(asked, misbehaviour.stepUp, at: now()))
        codes[code] = IssuedCode(
            grant: grant, redirectURI: asked["redirect_uri"] ?? "", challenge: asked["code_challenge"], issued: now())
        return code
    }

    private static func scopes(_ asked: [String: String]) -> Set<String> {
        Set((asked["scope"] ?? "").split(separator: " ").map(String.init))
    }

    /// OAuth 2.0 Form Post Response Mode, section 2.
    private func formPost(_ response: FormBody, to address: String) -> ProviderResponse {
        func escape(_ text: String) -> String {
            text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
        }
        let inputs = response.fields.map {
            #"<input type="hidden" name="\#(escape($0.name))" value="\#(escape($0.value))">"#
        }.joined()
        return .html(
            #"<!doctype html><title>Continue</title><form method="post" action="\#(escape(address))">"#
                + "\(inputs)<button>Continue</button></form>")
    }
}
