import HTTPTransport
import OpenIDConnect
import TasksWeb
import Testing

@testable import LatchkeyApp

@Suite struct MoreAuthoritiesTests {
    /// A file with these entries of `moreAuthorities` in JSON.
    private static func file(_ entries: String) -> [String: String] {
        ["s.json": #"{"moreAuthorities": [\#(entries)]}"#, "secret": "hidden\n"]
    }

    private static func read(_ entries: String) throws(SettingsError) -> Configuration {
        try SettingsReading.read(["--settings", "s.json"], texts: file(entries))
    }

    @Test(
        "Entries of moreAuthorities are equal in JSON, YAML and property lists",
        arguments: [
            (
                "s.json",
                #"{"moreAuthorities": [{"name": "corp-2", "label": "Staff", "authority": "https://c.example/{policy}", "clientId": "c", "clientSecretFile": "secret", "emailSignInPolicyId": "p", "apiAudience": "api", "scopes": ["a", "b"]}, {"name": "x", "authority": "https://x.example", "clientId": "d"}]}"#
            ),
            (
                "s.yaml",
                """
                moreAuthorities:
                  - name: corp-2
                    label: Staff
                    authority: https://c.example/{policy}
                    clientId: c
                    clientSecretFile: secret
                    emailSignInPolicyId: p
                    apiAudience: api
                    scopes: [a, b]
                  - {name: x, authority: https://x.example, clientId: d}
                """
            ),
            (
                "s.plist",
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <plist version="1.0"><dict><key>moreAuthorities</key><array>
                <dict><key>name</key><string>corp-2</string><key>label</key><string>Staff</string>
                <key>authority</key><string>https://c.example/{policy}</string><key>clientId</key><string>c</string>
                <key>clientSecretFile</key><string>secret</string><key>emailSignInPolicyId</key><string>p</string>
                <key>apiAudience</key><string>api</string>
                <key>scopes</key><array><string>a</string><string>b</string></array></dict>
                <dict><key>name</key><string>x</string><key>authority</key><string>https://x.example</string>
                <key>clientId</key><string>d</string></dict>
                </array></dict></plist>
                """
            ),
        ])
    func formats(path: String, text: String) throws {
        let configuration = try SettingsReading.read(
            ["--settings", path, "--client-id", "m", "--authority", "https://m.example", "--scopes", "main"],
            texts: [path: text, "secret": "hidden\n"])
        #expect(configuration.authorities.map(\.name) == [nil, "corp-2", "x"])
        let (corp, other) = (configuration.authorities[1], configuration.authorities[2])
        #expect(corp.label == "Staff" && other.label == "x")
        #expect(corp.authority == "https://c.example/{policy}" && corp.clientId == "c")
        #expect(corp.clientCredential.secret == "hidden" && corp.policies == [.signIn: "p"])
        #expect(corp.requestedScopes == ["a", "b"])
        #expect(configuration.redirectURI(corp).description == "http://localhost:3000/auth/openid/return/corp-2")
        #expect(other.policies.isEmpty && other.scopes.isEmpty, "an entry has the main authority's settings")
        #expect(configuration.authorities.map(\.expectedAudience) == ["m", "api", "d"])
        #expect(configuration.given.secretFiles.contains { $0.paths == ["secret"] })
    }

    @Test("With moreAuthorities the main authority may be the development identity provider")
    func developmentProvider() throws {
        let configuration = try Self.read(#"{"name": "a", "authority": "https://a.example", "clientId": "c"}"#)
        #expect(configuration.main.isDevelopmentIdentityProvider && configuration.main.policies == .development)
        #expect(!configuration.authorities[1].isDevelopmentIdentityProvider)
    }

    @Test(
        "An empty list of moreAuthorities counts as not given",
        arguments: [#"{"moreAuthorities": []}"#, #"{"moreAuthorities": ""}"#])
    func none(text: String) throws {
        #expect(try SettingsReading.read(["--settings", "s.json"], texts: ["s.json": text]).authorities.count == 1)
    }

    private static let good = #""authority": "https://a.example", "clientId": "c""#

    @Test(
        "A fault in an entry of moreAuthorities is one line that names the entry",
        arguments: [
            ("{\(good)}", "moreAuthorities[1].name: must be 1 to 32 of a to z"),
            (#"{"name": "A", \#(good)}"#, "moreAuthorities[1].name: must be"),
            (#"{"name": "a b", \#(good)}"#, "moreAuthorities[1].name: must be"),
            (#"{"name": "facebook", \#(good)}"#, "moreAuthorities[1].name: must be"),
            (#"{"name": "device", \#(good)}"#, "moreAuthorities[1].name: must be"),
            (
                #"{"name": "a", "clientCapabilities": ["c p"], \#(good)}"#,
                #"moreAuthorities.a.clientCapabilities: "c p" is no capability"#
            ),
            (
                #"{"name": "a", "deviceBinding": "off", \#(good)}"#,
                "moreAuthorities.a.deviceBinding: there is no such setting"
            ),
            (#"{"name": "\#(String(repeating: "a", count: 33))", \#(good)}"#, "moreAuthorities[1].name: must be"),
            (
                #"{"name": "a", \#(good)}, {"name": "a", \#(good)}"#,
                "moreAuthorities.a.name: is that of another entry too"
            ),
            (
                #"{"name": "a", "clientID": "x", \#(good)}"#,
                "moreAuthorities.a.clientID: there is no such setting; did you mean clientId?"
            ),
            (
                #"{"name": "a", "redirectUri": "https://s.example/x", \#(good)}"#,
                "moreAuthorities.a.redirectUri: there is no"
            ),
            (
                #"{"name": "a", "faceBookSignInPolicyId": "p", \#(good)}"#,
                "moreAuthorities.a.faceBookSignInPolicyId: there"
            ),
            (
                #"{"name": "a", "listen": "127.0.0.1:1", \#(good)}"#,
                "moreAuthorities.a.listen: there is no such setting"
            ),
            (#"{"name": "a", "clientId": "c"}"#, "moreAuthorities.a.authority: is needed"),
            (
                #"{"name": "a", "authority": "https://a.example"}"#,
                "moreAuthorities.a.clientId: is needed with authority"
            ),
            (
                #"{"name": "a", "authority": "http://a.example", "clientId": "c"}"#,
                "moreAuthorities.a.authority: the authority is plain http"
            ),
            (
                #"{"name": "a", "authority": "https://a.example/{policy}", "clientId": "c"}"#,
                "moreAuthorities.a.authority: has {policy}, but no policy is set"
            ),
            (#"{"name": "a", "label": "a\u0007", \#(good)}"#, "moreAuthorities.a.label: must be one line of text"),
            (#""a""#, "moreAuthorities: must be a list of entries"),
            (
                #"{"name": "a", "clientAssertionFile": "/gone", \#(good)}"#,
                "moreAuthorities.a.clientAssertionFile: /gone does not exist"
            ),
            (#"{"name": "a", \#(good)}, "a""#, "moreAuthorities: "),
        ])
    func faults(entries: String, start: String) {
        let lines = SettingsReading.faults(["--settings", "s.json"], texts: Self.file(entries))
        #expect(lines.count == 1 && lines[0].hasPrefix(start), "\(lines)")
    }

    @Test(
        "sameUsersAs may name an authority that is configured or not, but none that has sameUsersAs itself",
        arguments: [
            (#"{"name": "a", "sameUsersAs": "https://b.example/t/{policy}", \#(good)}"#, nil),
            (
                #"{"name": "a", "sameUsersAs": "https://a.example/", \#(good)}"#,
                "moreAuthorities.a.sameUsersAs: names an authority that has sameUsersAs itself"
            ),
            (
                #"{"name": "a", "sameUsersAs": "https://o.example", \#(good)}, {"name": "b", "sameUsersAs": "https://A.example:443/", "authority": "https://b.example", "clientId": "c"}"#,
                "moreAuthorities.b.sameUsersAs: names an authority that has sameUsersAs itself"
            ),
            (
                #"{"name": "a", "sameUsersAs": "nothing", \#(good)}"#,
                "moreAuthorities.a.sameUsersAs: the authority is no"
            ),
        ] as [(String, String?)])
    func sharedUsers(entries: String, start: String?) {
        let lines = SettingsReading.faults(["--settings", "s.json"], texts: Self.file(entries))
        #expect(lines.count == (start == nil ? 0 : 1) && start.map { lines[0].hasPrefix($0) } != false, "\(lines)")
    }

    private static let tenant = "0d8f2b61-7a4c-4e95-b3d0-6c1e9f52a7b8"

    private static func entry(_ name: String, _ authority: String, _ more: String = "") -> String {
        #"{"name": "\#(name)", "authority": "\#(authority)", "clientId": "\#(name)"\#(more)}"#
    }

    /// An entry with another authority, which has policies or not, and one of External ID that shares its users.
    private static func sharing(_ text: String, with other: String? = nil, policies: Bool = true) -> String {
        let policy = policies ? #", "emailSignInPolicyId": "b2c_1_in""# : ""
        let shared = entry("ext", "https://contoso.ciamlogin.com/\(tenant)/v2.0", #", "sameUsersAs": "\#(text)""#)
        return ([other.map { entry("other", $0, policy) }, shared].compactMap(\.self)).joined(separator: ", ")
    }

    @Test(
        "A shared user has the key of the other authority, and keeps it once that one isn't configured any more",
        arguments: [
            ("https://t.b2clogin.com/t.onmicrosoft.com/{policy}/v2.0", true),
            ("https://t.b2clogin.com/tfp/t.onmicrosoft.com", true), ("https://t.b2clogin.com/\(tenant)/{policy}", true),
            ("https://login.microsoftonline.com/te/t.onmicrosoft.com/{policy}/v2.0", true),
            ("https://login.microsoftonline.com/\(tenant)/{policy}/v2.0", true),
            ("https://login.microsoftonline.com/t.onmicrosoft.com/v2.0?p=b2c_1_in", false),
            ("https://login.contoso.example/\(tenant)/{policy}/v2.0", true),
            ("https://login.microsoftonline.com/\(tenant)/v2.0", false),
            ("https://t.ciamlogin.com/\(tenant.uppercased())/v2.0", false),
        ])
    func sharedKeys(text: String, usesPolicies: Bool) throws {
        let claims = try #require(
            Claims(
                jsonObject: Array(
                    #"{"iss": "i", "sub": "s", "tid": "\#(Self.tenant)", "oid": "6a1f2c39-58d4-4b7e-9c02-d3e0f7a8b154"}"#
                        .utf8)))
        func keys(_ entries: String) throws -> [UserKey?] {
            let configuration = try Self.read(entries)
            return try configuration.authorities.dropFirst().map { try configuration.users($0).key(of: claims) }
        }
        let before = try keys(Self.sharing(text, with: text, policies: usesPolicies))
        #expect(before.count == 2 && before[0] == before[1] && before[0] != nil, "\(before)")
        #expect(try keys(Self.sharing(text)) == [before[1]])
    }

    @Test(
        "A sameUsersAs at Microsoft that names no tenant is an error that says what to write",
        arguments: [
            // sameUsersAs, the configured authority, whether that has policies, the end of the line
            (
                "https://login.microsoftonline.com/t.onmicrosoft.com/v2.0", nil, false,
                "or for Azure AD B2C {policy} behind it"
            ),
            (
                "https://login.microsoftonline.com/t.onmicrosoft.com/v2.0",
                "https://login.microsoftonline.com/t.onmicrosoft.com/v2.0", false, "{policy} behind it"
            ),
            (
                "https://login.microsoftonline.com/t.onmicrosoft.com",
                "https://login.microsoftonline.com/t.onmicrosoft.com", true, nil
            ),
            (
                "https://login.microsoftonline.com/\(tenant)", "https://login.microsoftonline.com/\(tenant)", true,
                "names an authority with policies; write {policy} behind the tenant"
            ),
            (
                "https://login.microsoftonline.com/\(tenant)/{policy}/v2.0",
                "https://login.microsoftonline.com/\(tenant)/v2.0", false,
                "names an authority without policies; leave {policy} out"
            ),
            // A policy may be in the authority's address, too.
            (
                "https://login.microsoftonline.com/t.onmicrosoft.com/{policy}/v2.0",
                "https://login.microsoftonline.com/t.onmicrosoft.com/v2.0?p=b2c_1_in", false, nil
            ),
            (
                "https://login.microsoftonline.com/t.onmicrosoft.com/v2.0?p=b2c_1_in",
                "https://login.microsoftonline.com/t.onmicrosoft.com/v2.0?p=b2c_1_in", false, nil
            ),
            (
                "https://login.microsoftonline.com/\(tenant)/v2.0",
                "https://login.microsoftonline.com/\(tenant)/v2.0?p=b2c_1_in", false,
                "names an authority with policies; write {policy} behind the tenant"
            ),
            (
                "https://login.microsoftonline.com/organizations/v2.0", nil, false,
                "is an address of many tenants; name one, with its GUID in the address"
            ),
        ] as [(String, String?, Bool, String?)])
    func ambiguous(text: String, other: String?, policies: Bool, end: String?) {
        let entries = Self.sharing(text, with: other, policies: policies)
        let lines = SettingsReading.faults(["--settings", "s.json"], texts: Self.file(entries))
        #expect(lines.count == (end == nil ? 0 : 1), "\(lines)")
        guard let end else { return }
        #expect(lines.count == 1 && lines[0].hasPrefix("moreAuthorities.ext.sameUsersAs: "), "\(lines)")
        #expect(lines.first?.replacing(" (from s.json)", with: "").hasSuffix(end) == true, "\(lines)")
    }

    @Test(
        "A setting without effect in an entry of moreAuthorities is reported with the entry",
        arguments: [
            (
                #""clientAssertionAudience": "issuer""#, [],
                "clientAssertionAudience has no effect without clientKeyFile"
            ),
            (
                #""apiAudience": "b""#, ["--task-web-api", "https://api.example/"],
                "apiAudience has no effect if taskWebAPI is set"
            ),
        ] as [(String, [String], String)])
    func notices(setting: String, options: [String], notice: String) throws {
        let configuration = try SettingsReading.read(
            ["--settings", "s.json"] + options, texts: Self.file(#"{"name": "a", \#(setting), \#(Self.good)}"#))
        #expect(configuration.notices == ["moreAuthorities.a.\(notice)"])
    }

    @Test("A secret in an entry of moreAuthorities is never shown")
    func secrets() {
        let entry = #"{"name": "a", "clientSecret": "hidden", "clientSecretFile": "secret", \#(Self.good)}"#
        let lines = SettingsReading.faults(["--settings", "s.json"], texts: Self.file(entry))
        #expect(lines.count == 1 && lines[0].hasPrefix("moreAuthorities.a.clientSecret: is given together"), "\(lines)")
        #expect(!lines.joined().contains("hidden"))
    }

    @Test(
        "Neither an option nor a variable can hold moreAuthorities",
        arguments: [
            (["--more-authorities", "a"], [:]), ([], ["LATCHKEY_MORE_AUTHORITIES": "a"]),
        ] as [([String], [String: String])])
    func fileAlone(arguments: [String], environment: [String: String]) {
        let lines = SettingsReading.faults(arguments, environment)
        #expect(lines.count == 1 && lines[0].contains("which only a settings file can hold"), "\(lines)")
    }
}
