import Testing

@testable import OpenIDConnect

@Suite struct ScopeRuleTests {
    @Test(
        "The requested scopes depend on the settings and on the authority's metadata",
        arguments: [
            ([], false, nil, "openid profile offline_access"),
            ([], false, ["openid", "offline_access"], "openid offline_access"),
            ([], false, ["openid", "profile"], "openid profile"), ([], false, [], "openid"),
            (["offline_access"], false, ["openid"], "openid offline_access"),
            ([], true, ["openid"], "openid profile offline_access client"),
            (["https://t/api/read"], true, nil, "openid profile offline_access https://t/api/read"),
            (["email", "openid", "email"], false, nil, "openid profile offline_access email"),
            ([], false, ["openid", "email", "name"], "openid"),
            (["name"], false, ["openid", "email", "name"], "openid name"),
            (["profile"], false, ["openid", "offline_access"], "openid offline_access profile"),
        ] as [([String], Bool, [String]?, String)])
    func rule(_ configured: [String], _ usesPolicies: Bool, _ published: [String]?, _ scopes: String) {
        let rule = ScopeRule(
            configured: configured, clientID: "client", usesPolicies: usesPolicies, published: published)
        #expect(rule.scopes.joined(separator: " ") == scopes)
    }
}
