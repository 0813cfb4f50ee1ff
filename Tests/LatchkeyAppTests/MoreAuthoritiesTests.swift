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
        "JSON, YAML and property lists have the same entries",
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
        #expect(corp.clientCredential.secret == "hidden" && corp.policies == .init(signIn: "p"))
        #expect(corp.requestedScopes(clientId: "c") == ["a", "b"])
        #expect(corp.redirectURI.description == "http://localhost:3000/auth/openid/return/corp-2")
        #expect(other.policies == .init() && other.scopes.isEmpty, "an entry has the main authority's settings")
        let endpoints = Endpoints(configuration: configuration, developmentSecret: "")
        #expect(configuration.authorities.map(endpoints.apiAudience) == ["m", "api", "d"])
        #expect(configuration.given.secretFiles.contains { $0.path == "secret" })
    }

    @Test("The main authority may be the development identity provider")
    func developmentProvider() throws {
        let configuration = try Self.read(#"{"name": "a", "authority": "https://a.example", "clientId": "c"}"#)
        #expect(configuration.main.isDevelopmentIdentityProvider && configuration.main.policies == .development)
        #expect(!configuration.authorities[1].isDevelopmentIdentityProvider)
    }

    @Test("An empty list counts as not given", arguments: [#"{"moreAuthorities": []}"#, #"{"moreAuthorities": ""}"#])
    func none(text: String) throws {
        #expect(try SettingsReading.read(["--settings", "s.json"], texts: ["s.json": text]).authorities.count == 1)
    }

    private static let good = #""authority": "https://a.example", "clientId": "c""#

    @Test(
        "What is wrong in an entry is one line that names it",
        arguments: [
            ("{\(good)}", "moreAuthorities[1].name: must be 1 to 32 of a to z"),
            (#"{"name": "A", \#(good)}"#, "moreAuthorities[1].name: must be"),
            (#"{"name": "a b", \#(good)}"#, "moreAuthorities[1].name: must be"),
            (#"{"name": "facebook", \#(good)}"#, "moreAuthorities[1].name: must be"),
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
            (#""a""#, "moreAuthorities: "),
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

    @Test("A secret in an entry is never shown")
    func secrets() {
        let entry = #"{"name": "a", "clientSecret": "hidden", "clientSecretFile": "secret", \#(Self.good)}"#
        let lines = SettingsReading.faults(["--settings", "s.json"], texts: Self.file(entry))
        #expect(lines.count == 1 && lines[0].hasPrefix("moreAuthorities.a.clientSecret: is given together"), "\(lines)")
        #expect(!lines.joined().contains("hidden"))
    }

    @Test(
        "Neither an option nor a variable can hold the list",
        arguments: [
            (["--more-authorities", "a"], [:]), ([], ["LATCHKEY_MORE_AUTHORITIES": "a"]),
        ] as [([String], [String: String])])
    func fileAlone(arguments: [String], environment: [String: String]) {
        let lines = SettingsReading.faults(arguments, environment)
        #expect(lines.count == 1 && lines[0].contains("which only a settings file can hold"), "\(lines)")
    }
}
