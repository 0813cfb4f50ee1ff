import Testing

@testable import LatchkeyApp

/// The findings of `check` about `sameUsersAs`.
@Suite struct SharedUsersCheckTests {
    private static let tenant = "0d8f2b61-7a4c-4e95-b3d0-6c1e9f52a7b8"
    private static let external = "https://contoso.ciamlogin.com/\(tenant)/v2.0"
    private static let b2c = "https://t.b2clogin.com/t.onmicrosoft.com/{policy}/v2.0"
    private static let policy = #", "emailSignInPolicyId": "b2c_1_in""#

    private func warnings(_ text: String, at authority: String, _ more: String = "", next entry: String = "") throws
        -> [String]
    {
        let sharing =
            #"{"name": "a", "authority": "\#(authority)", "clientId": "c", "sameUsersAs": "\#(text)"\#(more)}"#
        let file = #"{"moreAuthorities": [\#(sharing)\#(entry)]}"#
        let configuration = try SettingsReading.read(["--settings", "s.json"], texts: ["s.json": file])
        return try SharedUsersCheck(settings: configuration.authorities[1], configuration: configuration)
            .findings().map(\.line)
    }

    private static func entry(_ authority: String, _ more: String = "") -> String {
        #", {"name": "b", "authority": "\#(authority)", "clientId": "d"\#(more)}"#
    }

    @Test("At Microsoft's hosts, and with policies, oid is the directory's; anywhere else it is a warning")
    func freeObjectID() throws {
        let other = Self.entry(Self.b2c, Self.policy)
        #expect(try warnings(Self.b2c, at: Self.external, next: other) == [])
        #expect(try warnings(Self.b2c, at: "https://x.example/t/{policy}", Self.policy, next: other) == [])
        let issuer = #", "issuer": "https://\#(Self.tenant).ciamlogin.com/\#(Self.tenant)/v2.0""#
        #expect(try warnings(Self.b2c, at: "https://login.contoso.example/v2.0", issuer, next: other) == [])
        let found = try warnings(Self.b2c, at: "https://keycloak.example/realms/x", next: other)
        #expect(found.count == 1 && found[0].contains("make sure that no user can change the claim oid"), "\(found)")
    }

    @Test("A sameUsersAs that no configured authority has is a warning, and so is one whose users are known by sub")
    func missingUsers() throws {
        for next in ["", Self.entry(Self.b2c.replacing("t.onmicrosoft", with: "T.onmicrosoft"), Self.policy)] {
            let found = try warnings(Self.b2c, at: Self.external, next: next)
            #expect(found.count == 1 && found[0].contains("names no configured authority"), "\(found)")
        }
        // The tenant's GUID at another name of its host is the same directory.
        #expect(
            try warnings(
                "https://fabrikam.ciamlogin.com/\(Self.tenant)/v2.0",
                at: "https://login.microsoftonline.com/\(Self.tenant)/v2.0",
                next: Self.entry(Self.external)) == [])
        let custom = "https://login.contoso.example/\(Self.tenant)/v2.0"
        let issuer = #", "issuer": "https://\#(Self.tenant).ciamlogin.com/\#(Self.tenant)/v2.0""#
        #expect(try warnings(Self.external, at: custom, issuer) == [])
        let plain = "https://login.contoso.example/\(Self.tenant)/v2.0"
        let found = try warnings(plain, at: Self.external, next: Self.entry(plain))
        #expect(found.count == 1 && found[0].contains("known by their sub"), "\(found)")
    }
}
