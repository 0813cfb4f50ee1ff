import HTTPTransport
import Testing

@testable import OpenIDConnect

@Suite struct AuthorityTests {
    @Test(
        "Metadata is where each style of authority has it",
        arguments: [
            ("https://id.example", nil, "https://id.example/.well-known/openid-configuration"),
            ("https://id.example/", nil, "https://id.example/.well-known/openid-configuration"),
            ("https://id.example/realms/a/", nil, "https://id.example/realms/a/.well-known/openid-configuration"),
            (
                "https://id.example/a/.well-known/openid-configuration", nil,
                "https://id.example/a/.well-known/openid-configuration"
            ),
            (
                "https://id.example/a/v2.0/.well-known/openid-configuration?p=b2c_1_x", nil,
                "https://id.example/a/v2.0/.well-known/openid-configuration?p=b2c_1_x"
            ),
            ("http://[::1]:3001/a", nil, "http://[::1]:3001/a/.well-known/openid-configuration"),
            (
                "https://t.b2clogin.com/t.onmicrosoft.com", "b2c_1_in",
                "https://t.b2clogin.com/t.onmicrosoft.com/v2.0/.well-known/openid-configuration?p=b2c_1_in"
            ),
            (
                "https://t.b2clogin.com/t.onmicrosoft.com/", "b2c_1_in",
                "https://t.b2clogin.com/t.onmicrosoft.com/v2.0/.well-known/openid-configuration?p=b2c_1_in"
            ),
            (
                "https://t.b2clogin.com/t.onmicrosoft.com/v2.0", "b2c_1_in",
                "https://t.b2clogin.com/t.onmicrosoft.com/v2.0/.well-known/openid-configuration?p=b2c_1_in"
            ),
            (
                "https://t.b2clogin.com/t.onmicrosoft.com/v2.0/", "b2c_1_in",
                "https://t.b2clogin.com/t.onmicrosoft.com/v2.0/.well-known/openid-configuration?p=b2c_1_in"
            ),
            (
                "https://t.b2clogin.com/t.onmicrosoft.com/{policy}/v2.0/", "B2C_1_in",
                "https://t.b2clogin.com/t.onmicrosoft.com/B2C_1_in/v2.0/.well-known/openid-configuration"
            ),
            (
                "https://t.b2clogin.com/t.onmicrosoft.com/{policy}", "a/../b",
                "https://t.b2clogin.com/t.onmicrosoft.com/a%2F..%2Fb/v2.0/.well-known/openid-configuration"
            ),
            (
                "https://t.b2clogin.com/tfp/t/{policy}/v2.0", nil,
                "https://t.b2clogin.com/tfp/t/v2.0/.well-known/openid-configuration"
            ),
        ])
    func places(_ authority: String, _ policy: String?, _ url: String) throws {
        let usesPolicies = policy != nil || authority.contains("{policy}")
        #expect(try Authority(authority, usesPolicies: usesPolicies).metadataURL(policy: policy).description == url)
    }

    @Test("A {policy} without v2.0 is looked for with it, then without")
    func twoPlaces() throws {
        let urls = try Authority("https://h.example/{policy}", usesPolicies: true).metadataURLs(policy: "p1").map(
            \.description)
        #expect(
            urls == [
                "https://h.example/p1/v2.0/.well-known/openid-configuration",
                "https://h.example/p1/.well-known/openid-configuration",
            ])
    }

    @Test(
        "What can't be an authority is refused, and the setting named",
        arguments: [
            "", "id.example", "ftp://id.example", "http://id.example", "https://user@id.example",
            "https://id.example/#x",
            "https://{policy}.example/",
            "https://id.example{policy}/", "https://id.example/?p={policy}", "https://id.example/ a",
        ])
    func refused(_ text: String) {
        #expect { try Authority(text, usesPolicies: true) } throws: {
            ($0 as? OpenIDConnectError)?.kind == .configuration(setting: "authority")
        }
    }

    @Test("{policy} with no policy to put there is refused")
    func noPolicy() {
        #expect(throws: OpenIDConnectError.self) { try Authority("https://id.example/{policy}") }
    }

    @Test(
        "The issuer is the one that the authority may have",
        arguments: [
            // authority, expected issuer, policies, issuer in the metadata, accepted
            ("https://id.example", nil, false, "https://id.example", true),
            ("https://id.example", nil, false, "https://id.example/", true),
            ("https://id.example/", nil, false, "https://id.example", true),
            ("https://id.example/a/", nil, false, "https://id.example/a", true),
            ("https://id.example", nil, false, "https://id.example//", false),
            ("https://id.example", nil, false, "https://ID.example", false),
            ("https://id.example", nil, false, "https://id.example:443", false),
            ("https://id.example", nil, false, "https://id.example/a", false),
            ("https://id.example", nil, false, "https://evil.example", false),
            ("https://id.example", "https://other.example/x", false, "https://other.example/x", true),
            ("https://id.example", "https://other.example/x", false, "https://other.example/x/", false),
            ("https://id.example", "https://other.example/x", false, "https://id.example", false),
            ("https://id.example/t", nil, true, "https://id.example/1234/v2.0/", true),
            ("https://id.example/t", nil, true, "https://evil.example/1234/v2.0/", false),
            ("https://id.example/t", nil, true, "https://id.example.evil.example/", false),
            ("https://id.example/t", nil, true, "https://id.example@evil.example/", false),
            ("https://id.example/t", nil, true, "nonsense", false),
            ("https://id.example/{policy}/v2.0", nil, true, "https://id.example/tfp/1234/b2c_1_in/v2.0/", true),
            ("https://id.example/t", "https://id.example/1/v2.0/", true, "https://id.example/1/v2.0/", true),
            ("https://id.example/t", "https://id.example/1/v2.0/", true, "https://id.example/2/v2.0/", false),
            ("https://id.example/t/v2.0/?p=b2c_1_x", nil, false, "https://id.example/1234/v2.0/", true),
        ] as [(String, String?, Bool, String, Bool)])
    func issuers(_ text: String, _ expected: String?, _ policies: Bool, _ issuer: String, _ accepted: Bool) throws {
        let authority = try Authority(text, expectedIssuer: expected, usesPolicies: policies)
        #expect(
            authority.accepts(issuer: issuer, from: authority.metadataURL(policy: policies ? "b2c_1_in" : nil))
                == accepted)
    }

    @Test("An endpoint gets p= where policies travel so and it has none")
    func endpoints() throws {
        let byQuery = try Authority("https://h.example/t", usesPolicies: true)
        let bare = try #require(HTTPURL("https://h.example/token?x=1"))
        #expect(byQuery.endpoint(bare, policy: "p1").description == "https://h.example/token?x=1&p=p1")
        let carrying = try #require(HTTPURL("https://h.example/token?p=p1"))
        #expect(byQuery.endpoint(carrying, policy: "p1") == carrying)
        #expect(byQuery.endpoint(bare, policy: nil) == bare)
        #expect(try Authority("https://h.example/{policy}", usesPolicies: true).endpoint(bare, policy: "p1") == bare)
    }
}
