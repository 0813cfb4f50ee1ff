import HTTPTransport
import Testing

@testable import OpenIDConnect

@Suite struct AuthorityTests {
    @Test(
        "Each style of authority has its own metadata URL",
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
                "https://t.b2clogin.com/t.onmicrosoft.com/{policy}", "a/b",
                "https://t.b2clogin.com/t.onmicrosoft.com/a%2Fb/v2.0/.well-known/openid-configuration"
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

    @Test("A policy that could lead elsewhere in the path has no metadata", arguments: ["..", "a/../b", "a\r\nb", ""])
    func noPlace(_ policy: String) throws {
        let authority = try Authority("https://h.example/{policy}/v2.0", usesPolicies: true)
        #expect(authority.metadataURLs(policy: policy).isEmpty)
    }

    @Test("The metadata of a {policy} authority without v2.0 is looked for with v2.0, then without")
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
        "A text that can't be an authority is refused, and the setting is named",
        arguments: [
            "", "id.example", "ftp://id.example", "http://id.example", "https://user@id.example",
            "https://id.example/#x",
            "https://{policy}.example/",
            "https://id.example{policy}/", "https://id.example/?p={policy}", "https://id.example/ a",
        ])
    func refused(_ text: String) {
        #expect { try Authority(text, usesPolicies: true) } throws: {
            ($0 as? OpenIDConnectError)?.kind == .configuration(.authority)
        }
    }

    @Test("An authority with {policy} is refused if no policy is configured")
    func noPolicy() {
        #expect(throws: OpenIDConnectError.self) { try Authority("https://id.example/{policy}") }
    }

    @Test(
        "The metadata's issuer has to be one that the authority may have",
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
        #expect(authority.accepts(issuer: issuer) == accepted)
        #expect(authority.mayHave(issuer: issuer) == accepted)
    }

    private static let tenant = "5f1e8c3a-0b7d-4f6e-9a21-3c4d5e6f7a8b"
    private static let external = "https://contoso.ciamlogin.com/\(tenant)/v2.0"

    @Test(
        "An External ID authority may have its name or its GUID for host, and nothing else",
        arguments: [
            // authority, issuer in the metadata, accepted
            (external, "https://\(tenant).ciamlogin.com/\(tenant)/v2.0", true),
            (external, external, true),
            (external + "/", "https://\(tenant).ciamlogin.com/\(tenant)/v2.0", true),
            (
                external.replacing(tenant, with: tenant.uppercased()), "https://\(tenant).ciamlogin.com/\(tenant)/v2.0",
                true
            ),
            (external, "https://\(tenant.uppercased()).ciamlogin.com/\(tenant)/v2.0", true),
            (external, "https://\(tenant).ciamlogin.com/\(tenant)/v2.0/", false),
            (external, "https://\(tenant).ciamlogin.com/\(tenant)/V2.0", false),
            (external, "https://\(tenant).ciamlogin.com/\(tenant)/v2.0/x", false),
            (external, "https://\(tenant).ciamlogin.com/\(tenant)", false),
            (external, "http://\(tenant).ciamlogin.com/\(tenant)/v2.0", false),
            (external, "HTTPS://\(tenant).ciamlogin.com/\(tenant)/v2.0", false),
            (external, "https://\(tenant).ciamlogin.com:443/\(tenant)/v2.0", false),
            (external, "https://user@\(tenant).ciamlogin.com/\(tenant)/v2.0", false),
            (external, "https://\(tenant).ciamlogin.com.evil.example/\(tenant)/v2.0", false),
            (external, "https://\(tenant).evil.example/\(tenant)/v2.0", false),
            (external, "https://\(other).ciamlogin.com/\(other)/v2.0", false),
            (external, "https://\(other).ciamlogin.com/\(tenant)/v2.0", false),
            (external, "https://\(tenant).ciamlogin.com/\(other)/v2.0", false),
            (external, "https://fabrikam.ciamlogin.com/\(tenant)/v2.0", false),
            (
                "https://contoso.ciamlogin.com/contoso.onmicrosoft.com/v2.0",
                "https://\(tenant).ciamlogin.com/\(tenant)/v2.0", false
            ),
            (
                "https://contoso.ciamlogin.com:8443/\(tenant)/v2.0", "https://\(tenant).ciamlogin.com/\(tenant)/v2.0",
                false
            ),
            ("https://contoso.ciamlogin.com/\(tenant)", "https://\(tenant).ciamlogin.com/\(tenant)/v2.0", false),
            ("https://a.contoso.ciamlogin.com/\(tenant)/v2.0", "https://\(tenant).ciamlogin.com/\(tenant)/v2.0", false),
            ("https://ciamlogin.com/\(tenant)/v2.0", "https://\(tenant).ciamlogin.com/\(tenant)/v2.0", false),
            ("https://login.contoso.example/\(tenant)/v2.0", "https://\(tenant).ciamlogin.com/\(tenant)/v2.0", false),
        ] as [(String, String, Bool)])
    func externalIssuers(_ text: String, _ issuer: String, _ accepted: Bool) throws {
        let authority = try Authority(text)
        #expect(authority.accepts(issuer: issuer) == accepted)
        #expect(authority.mayHave(issuer: issuer) == accepted)
    }

    @Test("A configured issuer is the only accepted one, at External ID, too")
    func externalIssuerThatIsSet() throws {
        let authority = try Authority(Self.external, expectedIssuer: "https://login.contoso.example/v2.0")
        #expect(authority.accepts(issuer: "https://login.contoso.example/v2.0"))
        #expect(!authority.accepts(issuer: "https://\(Self.tenant).ciamlogin.com/\(Self.tenant)/v2.0"))
    }

    @Test(
        "Tenants are listed as GUIDs for a multi-tenant authority, and for no other",
        arguments: [
            // authority, allowed tenants, accepted
            ("https://login.microsoftonline.com/organizations/v2.0", [tenant], true),
            ("https://login.microsoftonline.com/common/v2.0", [tenant.uppercased(), other], true),
            ("https://login.microsoftonline.us/organizations/v2.0", [tenant], true),
            ("https://login.microsoftonline.com/organizations/v2.0", [], false),
            ("https://login.microsoftonline.com/Common/v2.0", [], false),
            ("https://login.microsoftonline.com/organizations/v2.0", [tenant, "contoso.onmicrosoft.com"], false),
            ("https://login.microsoftonline.com/\(tenant)/v2.0", [tenant], false),
            ("https://login.microsoftonline.com/\(tenant)/v2.0", [], true),
            (external, [tenant], false),
            ("https://id.example/organizations/v2.0", [tenant], false),
            ("https://id.example/organizations/v2.0", [], true),
        ] as [(String, [String], Bool)])
    func tenants(_ text: String, _ tenants: [String], _ accepted: Bool) {
        do throws(OpenIDConnectError) {
            _ = try Authority(text, allowedTenants: tenants)
            #expect(accepted)
        } catch {
            #expect(error.kind == .configuration(.allowedTenants))
            #expect(!accepted)
        }
    }

    @Test(
        "The metadata of a multi-tenant authority names that authority as its issuer, or the template",
        arguments: [
            ("https://login.microsoftonline.com/{tenantid}/v2.0", true),
            ("https://login.microsoftonline.com/organizations/v2.0", true),
            ("https://login.microsoftonline.com/\(tenant)/v2.0", false),
            ("https://login.microsoftonline.com/{tenantid}/v2.0/", false),
            ("https://login.microsoftonline.com/{tenantid}", false),
            ("https://evil.example/{tenantid}/v2.0", false),
            ("https://{tenantid}/v2.0", false), ("{tenantid}", false),
            ("http://login.microsoftonline.com/{tenantid}/v2.0", false),
        ])
    func templates(_ issuer: String, _ accepted: Bool) throws {
        let many = try Authority(
            "https://login.microsoftonline.com/organizations/v2.0", allowedTenants: [Self.tenant])
        #expect(many.accepts(issuer: issuer) == accepted)
        let one = try Authority("https://login.microsoftonline.com/\(Self.other)/v2.0")
        #expect(!one.accepts(issuer: issuer))
    }

    private static let other = "d2c4a6b8-1f3e-4d5c-8b7a-9e0f1a2b3c4d"

    @Test("An endpoint gets p= if the authority has policies in the query and the endpoint has none")
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
