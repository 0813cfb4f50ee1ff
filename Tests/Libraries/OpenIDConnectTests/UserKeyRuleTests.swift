import Encodings
import Testing

@testable import OpenIDConnect

@Suite struct UserKeyRuleTests {
    private static let object = "6a1f2c39-58d4-4b7e-9c02-d3e0f7a8b154"
    private static let tenant = "0b6c1d7e-2f3a-4b5c-8d9e-a1b2c3d4e5f6"
    private static let b2c = "https://t.b2clogin.com/t.onmicrosoft.com/{policy}/v2.0"

    private static func rule(_ authority: String, issuer: String? = nil, policies: Bool = false) throws -> UserKeyRule {
        UserKeyRule(try Authority(authority, expectedIssuer: issuer, usesPolicies: policies))
    }

    private static func claims(_ claims: [String: JSONValue]) -> Claims {
        Claims(object: JSONObject().with(["iss": .string("https://id.example"), "sub": .string("alice")]).with(claims))
    }

    @Test(
        "With policies the tenant and oid identify the user, else sub, whatever the policy's issuer is",
        arguments: [
            (["oid": .string(object.uppercased())], "oid https://t.b2clogin.com/t.onmicrosoft.com \(object)"),
            (
                ["oid": .string("o-1"), "iss": .string("https://other.example")],
                "oid https://t.b2clogin.com/t.onmicrosoft.com o-1"
            ),
            (["oid": .string("o-1"), "sub": .null], "oid https://t.b2clogin.com/t.onmicrosoft.com o-1"),
            (
                ["oid": .string("o-1"), "sub": .string(UserKeyRule.unissuedSubject)],
                "oid https://t.b2clogin.com/t.onmicrosoft.com o-1"
            ),
            ([:], "sub https://t.b2clogin.com/t.onmicrosoft.com alice"),
            (["oid": .string("")], "sub https://t.b2clogin.com/t.onmicrosoft.com alice"),
            (["oid": .number(1)], "sub https://t.b2clogin.com/t.onmicrosoft.com alice"),
            (["sub": .null], nil), (["sub": .string(UserKeyRule.unissuedSubject)], nil),
            (["sub": .string(UserKeyRule.unissuedSubject), "oid": .string("a\0b")], nil),
        ] as [([String: JSONValue], String?)])
    func policies(_ claims: [String: JSONValue], _ text: String?) throws {
        #expect(try Self.rule(Self.b2c, policies: true).key(of: Self.claims(claims))?.text == text)
    }

    private static let external = "https://contoso.ciamlogin.com/\(tenant)/v2.0"

    @Test(
        "The key of a shared user has the other authority's tenant and the user's oid",
        arguments: [
            (external, b2c, "oid https://t.b2clogin.com/t.onmicrosoft.com \(object)"),
            (
                external, "https://t.b2clogin.com/tfp/t.onmicrosoft.com",
                "oid https://t.b2clogin.com/t.onmicrosoft.com \(object)"
            ),
            (external, "https://login.example/T/{policy}/v2.0/", "oid https://login.example/T \(object)"),
            (external, "http://127.0.0.1:3001/dev.example/{policy}/v2.0", "oid dev.example \(object)"),
            (
                external, "https://login.microsoftonline.com/t.onmicrosoft.com/",
                "oid https://login.microsoftonline.com/t.onmicrosoft.com \(object)"
            ),
            (
                "https://id.example", "https://login.microsoftonline.com/\(tenant.uppercased())/v2.0",
                "oid \(tenant) \(object)"
            ),
            ("https://id.example", "https://t.ciamlogin.com/t.onmicrosoft.com/v2.0", "oid \(tenant) \(object)"),
        ])
    func sharedUsers(_ authority: String, _ other: String, _ text: String) throws {
        let rule = UserKeyRule(try Authority(authority), sameUsersAs: try Authority(named: other))
        let claims = Self.claims(["oid": .string(Self.object.uppercased()), "tid": .string(Self.tenant.uppercased())])
        #expect(rule.key(of: claims)?.text == text)
        #expect(rule.prefixes.contains { text.hasPrefix($0) } && rule.requiresGUIDs)
        #expect(
            rule.scope(ofIssuer: "https://iss.example") == "https://iss.example", "logout stays with the own issuer")
    }

    @Test("The key of a shared user is that of the other authority's own rule") func sameKey() throws {
        let claims = Self.claims(["oid": .string(Self.object), "tid": .string(Self.tenant)])
        let own = try Self.rule(Self.b2c, policies: true).key(of: claims)
        let shared = UserKeyRule(try Authority(Self.external), sameUsersAs: try Authority(named: Self.b2c))
        #expect(own != nil && shared.key(of: claims) == own)
    }

    @Test(
        "A shared user of another tenant than the other authority's isn't identified, whatever oid is",
        arguments: [
            // the other authority, tid, identified
            ("https://login.microsoftonline.com/\(tenant)/v2.0", .string(tenant.uppercased()), true),
            ("https://login.microsoftonline.com/\(tenant)/v2.0", .null, true),
            ("https://login.microsoftonline.com/\(tenant)/v2.0", .string(object), false),
            ("https://login.microsoftonline.com/\(tenant)/v2.0", .string("contoso.onmicrosoft.com"), false),
            ("https://login.microsoftonline.com/\(tenant)/v2.0", .number(1), false),
            ("https://t.b2clogin.com/\(tenant)/{policy}/v2.0", .string(object), false),
            ("https://t.b2clogin.com/\(tenant)/{policy}/v2.0", .string(tenant), true),
            (b2c, .string(object), true),
        ] as [(String, JSONValue, Bool)])
    func otherTenant(_ other: String, _ tenant: JSONValue, _ isIdentified: Bool) throws {
        let rule = UserKeyRule(try Authority(Self.external), sameUsersAs: try Authority(named: other))
        let claims = Self.claims(["oid": .string(Self.object), "tid": tenant])
        #expect((rule.key(of: claims) != nil) == isIdentified)
        guard !isIdentified else { return }
        #expect(rule.reasonForNoKey(of: claims) == .otherSharedTenant)
        #expect(rule.reasonForNoKey(of: claims).kind == .unidentifiedUser)
    }

    @Test(
        "Without a GUID as oid a shared user isn't identified, whatever sub is",
        arguments: [[:], ["oid": .string("o-1")], ["oid": .null], ["oid": .number(1)]] as [[String: JSONValue]])
    func unidentified(_ claims: [String: JSONValue]) throws {
        let rule = UserKeyRule(try Authority(Self.external), sameUsersAs: try Authority(named: Self.b2c))
        #expect(rule.key(of: Self.claims(claims.merging(["tid": .string(Self.tenant)]) { $1 })) == nil)
    }

    @Test(
        "The tenant in a user key is the authority without policy, tfp, v2.0 and final slashes",
        arguments: [
            b2c, "https://T.B2CLogin.com/t.onmicrosoft.com/{policy}/v2.0/",
            "https://t.b2clogin.com:443/t.onmicrosoft.com/{policy}",
            "https://t.b2clogin.com/tfp/t.onmicrosoft.com/{policy}/v2.0", "https://t.b2clogin.com/t.onmicrosoft.com",
            "https://t.b2clogin.com/t.onmicrosoft.com/", "https://t.b2clogin.com/t.onmicrosoft.com/v2.0//",
            "https://t.b2clogin.com/tfp/t.onmicrosoft.com/V2.0",
            "https://t.b2clogin.com/t.onmicrosoft.com/{policy}/v2.0/.well-known/openid-configuration",
        ])
    func tenants(_ authority: String) throws {
        let rule = try Self.rule(authority, policies: true)
        #expect(rule.key(of: Self.claims([:]))?.space == "https://t.b2clogin.com/t.onmicrosoft.com")
        #expect(rule.scope(ofIssuer: "https://whatever.example") == "https://t.b2clogin.com/t.onmicrosoft.com")
    }

    @Test("Users of another tenant, path or host are others, and a tenant's GUID is the same in capitals")
    func otherTenants() throws {
        let spaces = try [
            Self.b2c, "https://t.b2clogin.com/u.onmicrosoft.com/{policy}",
            "https://u.b2clogin.com/t.onmicrosoft.com/{policy}",
            "https://t.b2clogin.com/\(Self.tenant)/{policy}", "https://t.b2clogin.com:8443/t.onmicrosoft.com/{policy}",
        ].map { try Self.rule($0, policies: true).key(of: Self.claims([:]))?.space }
        #expect(Set(spaces).count == spaces.count)
        let tenants = try [Self.tenant, Self.tenant.uppercased()].map {
            try Self.rule("https://t.b2clogin.com/\($0)/{policy}", policies: true).key(of: Self.claims([:]))
        }
        #expect(tenants[0] == tenants[1] && tenants[0] != nil)
    }

    @Test(
        "The development identity provider's tenant is the same at any port and loopback name",
        arguments: ["http://localhost:3001", "http://127.0.0.1:4231", "http://[::1]:3001"])
    func development(_ origin: String) throws {
        let rule = try Self.rule("\(origin)/dev.example/{policy}/v2.0", policies: true)
        #expect(rule.key(of: Self.claims(["oid": .string("o-1")]))?.text == "oid dev.example o-1")
    }

    @Test(
        "The tenant dev.example at another host, or another one on loopback, isn't the development provider's"
    )
    func notDevelopment() throws {
        for authority in [
            "https://id.example/dev.example", "http://localhost:3001/people.example",
            "http://localhost:3001/a/dev.example",
        ] {
            #expect(
                try Self.rule("\(authority)/{policy}", policies: true).key(of: Self.claims([:]))?.space == authority)
        }
    }

    @Test(
        "At Microsoft's hosts tid and oid identify the user if both are GUIDs",
        arguments: [
            "https://login.microsoftonline.com/\(tenant)/v2.0", "https://login.microsoftonline.us/\(tenant)/v2.0",
            "https://login.partner.microsoftonline.cn/\(tenant)/v2.0",
            "https://contoso.ciamlogin.com/contoso.onmicrosoft.com/v2.0",
        ])
    func microsoft(_ authority: String) throws {
        let rule = try Self.rule(authority)
        let both: [String: JSONValue] = [
            "tid": .string(Self.tenant.uppercased()), "oid": .string(Self.object.uppercased()),
        ]
        #expect(rule.key(of: Self.claims(both))?.text == "oid \(Self.tenant) \(Self.object)")
        for wrong in ["tid", "oid"] {
            for value in [JSONValue.null, .string("o-1"), .number(1)] {
                #expect(
                    rule.key(of: Self.claims(both.merging([wrong: value]) { $1 }))?.text
                        == "sub https://id.example alice")
            }
        }
        #expect(rule.key(of: Self.claims(["sub": .string(UserKeyRule.unissuedSubject)])) == nil)
    }

    @Test(
        "At any other provider issuer and sub identify the user, and oid counts for nothing",
        arguments: [
            "https://id.example", "https://evil.example/login.microsoftonline.com",
            "https://login.microsoftonline.com.evil.example",
            "https://ciamlogin.com", "https://evilciamlogin.com",
        ])
    func plain(_ authority: String) throws {
        let rule = try Self.rule(authority)
        let claims: [String: JSONValue] = ["oid": .string(Self.object), "tid": .string(Self.tenant)]
        #expect(rule.key(of: Self.claims(claims))?.text == "sub https://id.example alice")
        let unissued = rule.key(of: Self.claims(claims.merging(["sub": .string(UserKeyRule.unissuedSubject)]) { $1 }))
        #expect(unissued?.text == "sub https://id.example \(UserKeyRule.unissuedSubject)")
        #expect(rule.key(of: Self.claims(claims.merging(["sub": .null]) { $1 })) == nil)
        #expect(rule.key(of: Self.claims(["iss": .null])) == nil)
    }

    @Test("An issuer's final slash makes no other user")
    func finalSlash() throws {
        let rule = try Self.rule("https://id.example/")
        let keys = ["https://id.example", "https://id.example/"].map { rule.key(of: Self.claims(["iss": .string($0)])) }
        #expect(keys[0] == keys[1] && keys[0] != nil)
        #expect(rule.scope(ofIssuer: "https://id.example/") == rule.scope(ofIssuer: "https://id.example"))
    }
}
