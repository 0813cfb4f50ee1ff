import Testing

@testable import OpenIDConnect

@Suite struct PolicyErrorTests {
    @Test(
        "Each code of Azure AD B2C decides before error does",
        arguments: [
            (90118, .passwordForgotten), (90091, .cancelled), (90273, .cancelledAtSocialProvider), (90077, .signInAgain),
            (90088, .signInAgain),
            (90080, .signInAgain), (90129, .signInAgain), (90128, .signInAgain), (90085, .signInAgain), (90048, .signInAgain),
            (90035, .temporarilyUnavailable), (90006, .configuration(setting: "redirectUri")),
            (90007, .configuration(setting: "redirectUri")),
            (90018, .configuration(setting: "clientId")), (90068, .configuration(setting: "clientId")),
            (90079, .configuration(setting: "clientSecret")), (90081, .configuration(setting: "clientSecret")),
            (90115, .configuration(setting: "scopes")), (90117, .configuration(setting: "scopes")),
            (90055, .configuration(setting: "scopes")),
            (90146, .configuration(setting: "scopes")), (90205, .configuration(setting: "scopes")),
            (90036, .configuration(setting: "redirectUri")), (90067, .configuration(setting: "redirectUri")),
            (90120, .configuration(setting: "extraQueryParameters")), (90111, .refusedByProvider(code: "AADB2C90111")),
            (90114, .refusedByProvider(code: "AADB2C90114")), (99999, .refusedByProvider(code: "AADB2C99999")),
        ] as [(Int, OpenIDConnectError.Kind)])
    func table(_ number: Int, _ kind: OpenIDConnectError.Kind) {
        let text = "AADB2C\(number): Words.\r\nCorrelation ID: 2f1c9a5e-0b7d-4c3a-9a55-7f8f2b1c0d3e\r\nTimestamp: 2026-01-31 12:00:00Z\r\n"
        for error in ["access_denied", "server_error"] {
            let failure = ProviderRefusal(error: error, description: text).atRedirect
            #expect(failure.kind == kind)
            #expect(failure.providerCorrelationID == "2f1c9a5e-0b7d-4c3a-9a55-7f8f2b1c0d3e")
            #expect(!failure.description.contains { $0.isNewline })
        }
    }

    @Test(
        "Without such a code error decides",
        arguments: [
            ("access_denied", nil, .cancelled), ("access_denied", "The user said AADB2C90118", .cancelled),
            ("access_denied", "AADB2C: x", .cancelled),
            ("login_required", nil, .signInAgain), ("temporarily_unavailable", nil, .temporarilyUnavailable),
            ("invalid_scope", nil, .refusedByProvider(code: "invalid_scope")), ("<script>", nil, .refusedByProvider(code: "script")),
            ("\r\n", nil, .refusedByProvider(code: "unknown")),
        ] as [(String, String?, OpenIDConnectError.Kind)])
    func plain(_ error: String, _ description: String?, _ kind: OpenIDConnectError.Kind) {
        #expect(ProviderRefusal(error: error, description: description).atRedirect.kind == kind)
    }

    @Test(
        "At the token endpoint invalid_grant is told apart, a code of B2C's first",
        arguments: [
            ("invalid_grant", nil, .invalidGrant), ("invalid_grant", "AADB2C90080: expired", .signInAgain),
            ("invalid_grant", "AADB2C90129: revoked", .signInAgain), ("invalid_grant", "AADB2C90088: policy", .signInAgain),
            ("invalid_grant", "AADB2C90128: gone", .signInAgain), ("invalid_request", "AADB2C90080: expired", .signInAgain),
            ("access_denied", "AADB2C90129: revoked", .signInAgain), ("unauthorized_client", "AADB2C90088: policy", .signInAgain),
            ("invalid_grant", "AADB2C90999: new", .invalidGrant), ("invalid_request", "AADB2C90999: new", .badTokenResponse),
            ("invalid_request", "AADB2C90081: secret", .configuration(setting: "clientSecret")),
            ("invalid_client", "AADB2C90018: id", .configuration(setting: "clientId")),
            ("invalid_request", "AADB2C90117: scope", .configuration(setting: "scopes")), ("invalid_client", nil, .badTokenResponse),
            ("invalid_grant", "AADB2C90091: no browser here", .invalidGrant),
            ("access_denied", "AADB2C90118: no browser here", .badTokenResponse),
            ("server_error", "AADB2C90035: later", .badTokenResponse),
            ("invalid_grant", "AADB2C90081: secret", .invalidGrantByConfiguration(setting: "clientSecret")),
            ("invalid_grant", "AADB2C90018: id", .invalidGrantByConfiguration(setting: "clientId")),
        ] as [(String, String?, OpenIDConnectError.Kind)])
    func tokenEndpoint(_ error: String, _ description: String?, _ kind: OpenIDConnectError.Kind) {
        #expect(ProviderRefusal(error: error, description: description).atTokenEndpoint.kind == kind)
    }

    @Test("What the authority wrote is bounded, and loses what could be a secret")
    func sanitized() {
        let text = ProviderText.sanitized(
            "Code SplxlOBeZQQYbYS6WxSbIA1 was\u{1B}[31m used\nfor https://localhost:3000/auth/openid/return\u{202E}")
        #expect(text == "Code … was [31m used for https://localhost:3000/auth/openid/return")
        #expect(ProviderText.sanitized(String(repeating: "word ", count: 10_000)).utf8.count <= ProviderText.longest)
    }
}
