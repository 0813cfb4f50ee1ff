import OpenIDConnect
import TaskStorage
import Testing

@testable import LatchkeyApp

@Suite struct UserKeyPrefixTests {
    private static let tenantID = "0b6c1d7e-2f3a-4b5c-8d9e-a1b2c3d4e5f6"

    @Test(
        "The assignment of earlier owners follows the authority's rule for users",
        arguments: [
            ("https://t.example/tfp/t/{policy}/v2.0", true, "oid https://t.example/t ", false),
            ("http://localhost:3001/dev.example/{policy}/v2.0", true, "oid dev.example ", false),
            ("https://login.microsoftonline.com/\(tenantID)/v2.0", false, "oid \(tenantID) ", true),
            ("https://login.microsoftonline.com/contoso.com/v2.0", false, nil, true),
            ("https://id.example/", false, "sub https://id.example ", false),
        ] as [(String, Bool, String?, Bool)])
    func assignments(
        _ authority: String, _ usesPolicies: Bool, _ prefix: String?, _ requiresGUIDs: Bool
    ) throws {
        let assignment = OwnerAssignment(UserKeyRule(try Authority(authority, usesPolicies: usesPolicies)))
        #expect(assignment.prefix == prefix)
        #expect(assignment.requiresGUIDs == requiresGUIDs)
    }

    @Test(
        "The key of a token's user starts as counted tasks do, and as an assigned owner does"
    )
    func samePrefixes() throws {
        let claims = try #require(
            Claims(
                jsonObject: Array(
                    #"{"iss":"https://id.example","sub":"alice","oid":"\#(Self.tenantID)","tid":"\#(Self.tenantID)"}"#
                        .utf8)))
        for (authority, usesPolicies) in [
            ("https://t.example/t/{policy}", true), ("https://login.microsoftonline.com/\(Self.tenantID)/v2.0", false),
            ("https://login.microsoftonline.com/contoso.com/v2.0", false), ("https://id.example", false),
        ] {
            let users = UserKeyRule(try Authority(authority, usesPolicies: usesPolicies))
            let text = try #require(users.key(of: claims)?.text)
            #expect(users.prefixes.contains { text.hasPrefix($0) }, "\(text)")
            if let prefix = users.prefixOfEarlierOwners { #expect(text.hasPrefix(prefix), "\(text)") }
        }
    }
}
