import Encodings
import HTTPTransport
import Testing

@testable import OpenIDConnect

@Suite struct PolicyErrorTests {
    @Test(
        "Each AADB2C code in the description decides before the error parameter does",
        arguments: [
            (90118, .passwordForgotten), (90091, .cancelled), (90273, .cancelledAtSocialProvider),
            (90077, .signInAgain),
            (90088, .signInAgain),
            (90080, .signInAgain), (90129, .signInAgain), (90128, .signInAgain), (90085, .signInAgain),
            (90048, .signInAgain),
            (90035, .temporarilyUnavailable(retryAfter: 30)), (90006, .configuration(.redirectURI)),
            (90007, .configuration(.redirectURI)),
            (90018, .configuration(.clientID)), (90068, .configuration(.clientID)),
            (90079, .configuration(.clientSecret)), (90081, .configuration(.clientSecret)),
            (90115, .configuration(.scopes)), (90117, .configuration(.scopes)),
            (90055, .configuration(.scopes)),
            (90146, .configuration(.scopes)), (90205, .configuration(.scopes)),
            (90036, .configuration(.redirectURI)), (90067, .configuration(.redirectURI)),
            (90120, .configuration(.extraParameters)), (90111, .refusedByProvider(code: "AADB2C90111")),
            (90114, .refusedByProvider(code: "AADB2C90114")), (99999, .refusedByProvider(code: "AADB2C99999")),
        ] as [(Int, OpenIDConnectError.Kind)])
    func table(_ number: Int, _ kind: OpenIDConnectError.Kind) {
        let text =
            "AADB2C\(number): Words.\r\nCorrelation ID: 2f1c9a5e-0b7d-4c3a-9a55-7f8f2b1c0d3e\r\nTimestamp: 2026-01-31 12:00:00Z\r\n"
        for error in ["access_denied", "server_error"] {
            let failure = ProviderRefusal(error: error, description: text).atRedirect
            #expect(failure.kind == kind)
            #expect(failure.providerCorrelationID == "2f1c9a5e-0b7d-4c3a-9a55-7f8f2b1c0d3e")
            #expect(!failure.description.contains { $0.isNewline })
        }
    }

    @Test(
        "An AADB2C code counts wherever it is in the text, and of several the first one",
        arguments: [
            ("Sorry. AADB2C90118: x", .passwordForgotten), ("Sorry.\r\nAADB2C90118: x", .passwordForgotten),
            ("AADB2C: see AADB2C90111", .refusedByProvider(code: "AADB2C90111")),
            ("AADB2C90114, then AADB2C90118", .refusedByProvider(code: "AADB2C90114")),
            ("AADSTS65004 by AADB2C90081", .configuration(.clientSecret)),
        ] as [(String, OpenIDConnectError.Kind)])
    func anywhere(_ description: String, _ kind: OpenIDConnectError.Kind) {
        #expect(ProviderRefusal(error: "access_denied", description: description).atRedirect.kind == kind)
    }

    @Test(
        "Without an AADB2C code the error parameter decides",
        arguments: [
            ("access_denied", nil, .cancelled), ("access_denied", "", .cancelled),
            ("access_denied", " \t\u{a0}", .cancelled), ("access_denied", "AADB2C: x", .accessDenied),
            ("access_denied", "AADB2C901: x", .accessDenied), ("access_denied", "AADB2C90118118: x", .accessDenied),
            ("access_denied", "aadb2c90118: x", .accessDenied),
            ("access_denied", "User is not assigned to the client application.", .accessDenied),
            ("temporarily_unavailable", "authentication_expired", .signInAgain),
            ("login_required", nil, .signInAgain),
            ("temporarily_unavailable", nil, .temporarilyUnavailable(retryAfter: 30)),
            ("invalid_scope", nil, .configuration(.scopes)),
            ("unauthorized_client", nil, .configuration(.clientID)),
            ("interaction_required", nil, .signInAgain),
            ("invalid_request", "AADSTS50011: URI", .configuration(.redirectURI)),
            ("access_denied", "AADSTS65004: declined", .cancelled),
            ("access_denied", "AADSTS50105: not assigned", .refusedByProvider(code: "AADSTS50105")),
            ("server_error", nil, .refusedByProvider(code: "server_error")),
            ("<script>", nil, .refusedByProvider(code: "script")),
            ("\r\n", nil, .refusedByProvider(code: "unknown")),
        ] as [(String, String?, OpenIDConnectError.Kind)])
    func plain(_ error: String, _ description: String?, _ kind: OpenIDConnectError.Kind) {
        #expect(ProviderRefusal(error: error, description: description).atRedirect.kind == kind)
    }

    @Test(
        "At the token endpoint the AADB2C code decides first, then invalid_grant",
        arguments: [
            ("invalid_grant", nil, .invalidGrant), ("invalid_grant", "AADB2C90080: expired", .signInAgain),
            ("invalid_grant", "AADB2C90129: revoked", .signInAgain),
            ("invalid_grant", "AADB2C90088: policy", .signInAgain),
            ("invalid_grant", "AADB2C90128: gone", .signInAgain),
            ("invalid_request", "AADB2C90080: expired", .signInAgain),
            ("access_denied", "AADB2C90129: revoked", .signInAgain),
            ("unauthorized_client", "AADB2C90088: policy", .configuration(.clientID)),
            ("invalid_client", "AADB2C90129: revoked", .configuration(.clientSecret)),
            ("invalid_grant", "AADB2C90999: new", .invalidGrant),
            ("invalid_request", "AADB2C90999: new", .badTokenResponse),
            ("invalid_request", "AADB2C90081: secret", .configuration(.clientSecret)),
            ("invalid_client", "AADB2C90018: id", .configuration(.clientID)),
            ("invalid_request", "AADB2C90117: scope", .configuration(.scopes)),
            ("invalid_client", nil, .configuration(.clientSecret)),
            ("unauthorized_client", nil, .configuration(.clientID)),
            ("invalid_grant", "AADB2C90091: no browser here", .invalidGrant),
            ("access_denied", "AADB2C90118: no browser here", .badTokenResponse),
            ("server_error", "AADB2C90035: later", .badTokenResponse),
            ("invalid_grant", "AADB2C90081: secret", .configuration(.clientSecret)),
            ("invalid_grant", "AADB2C90018: id", .configuration(.clientID)),
            ("invalid_grant", "Error: AADB2C90081: secret", .configuration(.clientSecret)),
            ("invalid_grant", "Error: AADB2C90129: revoked", .signInAgain),
            ("interaction_required", "AADB2C90081: secret", .configuration(.clientSecret)),
            ("interaction_required", "AADB2C90035: later", .interactionRequired(claims: nil, prompt: nil)),
            ("invalid_grant", "AADSTS50078 by AADB2C90080", .interactionRequired(claims: nil, prompt: "login")),
        ] as [(String, String?, OpenIDConnectError.Kind)])
    func tokenEndpoint(_ error: String, _ description: String?, _ kind: OpenIDConnectError.Kind) throws {
        #expect(
            try Self.refusal(["error": .string(error), "error_description": description.map(JSONValue.string) ?? .null])
                .kind == kind)
    }

    /// The error of a response of the token endpoint.
    private static func refusal(
        _ members: [String: JSONValue], _ credential: ConfigurationFault = .clientSecret,
        secrets: ExchangeSecrets = ExchangeSecrets()
    ) throws -> OpenIDConnectError {
        let object = JSONObject(members: members.map { JSONObject.Member($0.key, $0.value) })
        return try #require(ProviderRefusal(object, secrets: secrets, refusedClient: credential)).atTokenEndpoint
    }

    @Test(
        "The fault is the credential in use, or what Microsoft's number is about",
        arguments: [
            ("invalid_client", nil, .clientSecret, .clientSecret),
            ("invalid_client", nil, .clientKey, .clientKey),
            ("invalid_client", nil, .clientAssertion, .clientAssertion),
            ("invalid_client", nil, .clientID, .clientID),
            ("invalid_client", 7_000_215, .clientSecret, .clientSecret),
            ("invalid_client", 700_027, .clientKey, .clientKey),
            ("invalid_client", 700_024, .clientAssertion, .clientAssertion),
            ("invalid_request", 700_213, .clientAssertion, .clientAssertion),
            ("unauthorized_client", 700_016, .clientSecret, .clientID),
            ("invalid_request", 700_025, .clientSecret, .clientAuthentication),
            ("invalid_grant", 50011, .clientSecret, .redirectURI),
            ("invalid_request", 90002, .clientSecret, .authority),
        ] as [(String, Int?, ConfigurationFault, ConfigurationFault)])
    func fault(
        _ error: String, _ number: Int?, _ credential: ConfigurationFault, _ fault: ConfigurationFault
    ) throws {
        var members: [String: JSONValue] = ["error": .string(error)]
        if let number { members["error_description"] = .string("AADSTS\(number): words") }
        #expect(try Self.refusal(members, credential).kind == .configuration(fault))
        guard let number else { return }
        members["error_description"] = .null
        members["error_codes"] = .array([.number("\(number)")])
        #expect(try Self.refusal(members, credential).kind == .configuration(fault))
    }

    @Test(
        "If the authority requires interaction, the error has its claims, and prompt=login after 70043 and 50078",
        arguments: [
            ("interaction_required", 50076, nil), ("login_required", nil, nil), ("consent_required", 65001, nil),
            ("invalid_grant", 70043, "login"), ("invalid_grant", 50078, "login"),
            ("interaction_required", 50078, "login"),
        ] as [(String, Int?, String?)])
    func interaction(_ error: String, _ number: Int?, _ prompt: String?) throws {
        let text = number.map { JSONValue.string("AADSTS\($0): words") } ?? .null
        let challenge = #"{"access_token":{"acrs":{"essential":true,"value":"c1"}}}"#
        let long = #"{"a":"\#(String(repeating: "x", count: 2040))"}"#
        for (sent, claims) in [
            (challenge, challenge), ("", nil), ("[]", nil), ("{", nil), (long + " ", nil), (long, long),
        ] as [(String, String?)] {
            let found = try Self.refusal(["error": .string(error), "error_description": text, "claims": .string(sent)])
            #expect(found.kind == .interactionRequired(claims: claims, prompt: prompt))
            #expect(!found.kind.endsSession)
        }
        let object = try Self.refusal(["error": .string(error), "error_description": text, "claims": .of(["a": .null])])
        #expect(object.kind == .interactionRequired(claims: nil, prompt: prompt))
    }

    @Test(
        "Required interaction is recognized even if the text has a code that means another sign-in",
        arguments: ["interaction_required", "login_required", "consent_required"],
        [90077, 90080, 90088, 90128, 90129, 90048, 90085])
    func interactionBeforeSignInAgain(_ error: String, _ number: Int) throws {
        let found = try Self.refusal(["error": .string(error), "error_description": .string("AADB2C\(number): words")])
        #expect(found.kind == .interactionRequired(claims: nil, prompt: nil))
    }

    @Test("Microsoft's numbers and ids are in the log also if the text is long, and in the text they stay readable")
    func identifiers() throws {
        let (trace, correlation) = ("0f7a2d6e-1c3b-4d5e-8f90-a1b2c3d4e5f6", "B0C1D2E3-0123-4567-89AB-CDEF01234567")
        let text =
            "AADSTS50076: Application '11111111-2222-3333-4444-555555555555'. \(String(repeating: "words ", count: 60))"
            + "Trace ID: \(trace) Correlation ID: \(correlation) Timestamp: 2026-01-31 12:00:00Z"
        let members: [String: JSONValue] = [
            "error": .string("interaction_required"), "error_description": .string(text),
        ]
        let found = try Self.refusal(members)
        for part in [
            "AADSTS50076", "trace_id \(trace)", "correlation_id \(correlation)",
            "'11111111-2222-3333-4444-555555555555'",
        ] {
            #expect(found.description.contains(part), "\(found)")
        }
        #expect(found.providerCorrelationID == correlation)
        let named = try Self.refusal([
            "error": .string("x"), "trace_id": .string(trace), "correlation_id": .string("<b>"),
        ])
        #expect(named.description.contains(trace) && !named.description.contains("<b>"))
    }

    @Test("Each value of the exchange is masked in each member, whatever it looks like, plain or percent-encoded")
    func masked() throws {
        let guid = "0f7a2d6e-1c3b-4d5e-8f90-a1b2c3d4e5f6"
        var secrets = ExchangeSecrets()
        secrets.insert(
            FormBody([("code", guid), ("state", "milk"), ("client_secret", "a b/c+d"), ("scope", "openid")]))
        let text = "code \(guid.uppercased()), MILK, a b/c+d, a+b%2fc%2Bd, a%20b%2Fc%2Bd, openid. Trace ID: \(guid)"
        let found = try Self.refusal(
            ["error": .string(guid), "error_description": .string(text), "trace_id": .string(guid)], secrets: secrets)
        #expect(found.description == "the authority responded with unknown: code …, …, …, …, …, openid. Trace ID: …")
        let atRedirect = ProviderRefusal(error: "milk", description: text, secrets: secrets).atRedirect
        #expect(atRedirect.kind == .refusedByProvider(code: "unknown"))
    }

    @Test("A value that the length limit cuts through is masked too, however short the text before it has become")
    func cut() {
        let value = String(repeating: "milkshake", count: 30)
        var secrets = ExchangeSecrets()
        secrets.insert([value])
        let text = Array(repeating: value, count: 9).joined(separator: " ")
        #expect(secrets.masked(text) == Array(repeating: "…", count: 8).joined(separator: " "))
    }

    @Test("The authority's text is bounded, and loses anything that could be a secret")
    func sanitized() {
        let text = ProviderText.sanitized(
            "Code SplxlOBeZQQYbYS6WxSbIA1 was\u{1B}[31m used\nfor https://localhost:3000/auth/openid/return\u{202E}")
        #expect(text == "Code … was [31m used for https://localhost:3000/auth/openid/return")
        #expect(ProviderText.sanitized(String(repeating: "word ", count: 10_000)).utf8.count <= ProviderText.longest)
    }
}
