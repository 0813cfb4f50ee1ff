import CurlTransport
import HTTPServer
import HTTPTransport
import HummingbirdOpenIDConnect
import Logging
import OpenIDConnect
import TasksWeb
import Testing

@testable import LatchkeyApp

@Suite struct ConfigurationTests {
    @Test("Without any setting the parts run next to the web front end, each at its port")
    func defaults() throws {
        let configuration = try SettingsReading.read()
        #expect(configuration.usesDevelopmentIdentityProvider)
        #expect(configuration.usesEmbeddedTasksAPI)
        #expect(configuration.main.policies == .development)
        #expect(configuration.listen.description == "127.0.0.1:3000")
        #expect(configuration.identityListen.description == "127.0.0.1:3001")
        #expect(configuration.apiListen.description == "127.0.0.1:3002")
        #expect(configuration.redirectURI.description == "http://localhost:3000/auth/openid/return")
        #expect(configuration.sessionIdleTimeout == .seconds(3600))
        #expect(configuration.sessionLifetime == .seconds(43200))
        #expect(configuration.apiTimeout == .seconds(10))
        #expect(configuration.authorityTimeout == .seconds(10))
        #expect(configuration.maxConnections == 10000)
        #expect(configuration.maxTasks == 10000)
        #expect(configuration.maxSessions == 100)
        #expect(configuration.deviceBinding == .off)
        #expect(configuration.deleteMaxAge == nil)
        #expect(configuration.main.clientCapabilities == [])
        #expect(configuration.database == .sqlite(path: ".latchkey/latchkey.sqlite"))
        #expect(configuration.responseMode == .query)
        #expect(configuration.logLevel == .info)
        #expect(configuration.logFormat == .text)
        #expect(configuration.sessionKeys == nil)
        #expect(configuration.showClaims)
        #expect(configuration.fullScreen)
    }

    @Test("Labels and values with spaces come in a file's list, and the first equals sign splits")
    func splitAtEqualsSign() throws {
        let json =
            #"{"signInHints":["Work or school=contoso.example","Google=Google"],"requiredClaims":["team=a b, c=d"]}"#
        let configuration = try SettingsReading.read(["--settings", "s.json"], texts: ["s.json": json])
        #expect(
            configuration.main.signInHints == [
                SignInHint(label: "Work or school", domainHint: "contoso.example"),
                SignInHint(label: "Google", domainHint: "Google"),
            ])
        #expect(configuration.main.requiredClaims == [RequiredClaims.Entry(name: "team", value: "a b, c=d")])
        let authority = SignInAuthority(
            configuration.main, try configuration.makeRelyingParty(configuration.main, over: CurlClient()))
        #expect(authority.hints == configuration.main.signInHints)
        #expect(authority.requiredClaims.entries == configuration.main.requiredClaims)
        let option = try SettingsReading.read(["--required-claims", "groups=staff,groups=guests email_verified=true"])
        #expect(option.main.requiredClaims.map(\.value) == ["staff", "guests", "true"])
    }

    @Test(
        "The redirect URI is on localhost with the port of listen, and https with a certificate",
        arguments: [
            (["--listen", "0.0.0.0:8080"], "http://localhost:8080/auth/openid/return", "http://localhost:8080"),
            (["--listen", "0.0.0.0:80"], "http://localhost/auth/openid/return", "http://localhost"),
            (
                ["--tls-certificate-file", "c", "--tls-key-file", "k"], "https://localhost:3000/auth/openid/return",
                "https://localhost:3000"
            ),
            (
                ["--redirect-uri", "https://app.example:443/auth/openid/return"],
                "https://app.example:443/auth/openid/return",
                "https://app.example"
            ),
        ])
    func redirectURI(arguments: [String], url: String, origin: String) throws {
        let configuration = try SettingsReading.read(
            arguments, texts: ["c": SettingsReading.certificate, "k": SettingsReading.privateKey])
        #expect(configuration.redirectURI.description == url)
        #expect(configuration.publicOrigin == origin)
    }

    @Test(
        "An authority has no default policies, and the development identity provider has them only if none is set"
    )
    func policies() throws {
        #expect(
            try SettingsReading.read(["--authority", "https://a.example", "--client-id", "c"]).main.policies.isEmpty)
        #expect(try SettingsReading.read(["--profile-edit-policy-id", "p"]).main.policies == [.profileEdit: "p"])
    }

    @Test("The client id is the audience and, with policies alone, the scope")
    func clientId() throws {
        let base = ["--authority", "https://a.example", "--client-id", "c", "--additional-scopes", "email c"]
        func audience(_ arguments: [String]) throws -> String {
            try SettingsReading.read(arguments).main.expectedAudience
        }
        #expect(try audience([]) == "latchkey-development")
        #expect(try audience(base) == "c")
        #expect(try audience(base + ["--api-audience", "api"]) == "api")
        func scopes(_ options: [String]) throws -> [String] {
            try SettingsReading.read(base + options).main.requestedScopes
        }
        #expect(try scopes([]) == ["email", "c"])
        #expect(try scopes(["--email-sign-in-policy-id", "p"]) == ["c", "email"])
        #expect(try scopes(["--email-sign-in-policy-id", "p", "--scopes", "s"]) == ["s", "email", "c"])
    }

    @Test("Each authority gets its own list of the client's capabilities")
    func capabilities() throws {
        let json = """
            {"clientCapabilities": ["cp1", "cp2"], "moreAuthorities": [
            {"name": "a", "authority": "https://a.example", "clientId": "c", "clientCapabilities": "cp3"},
            {"name": "b", "authority": "https://b.example", "clientId": "c"}]}
            """
        let configuration = try SettingsReading.read(["--settings", "s.json"], texts: ["s.json": json])
        let capabilities = try configuration.authorities.map {
            try configuration.makeRelyingParty($0, over: CurlClient()).configuration.clientCapabilities
        }
        #expect(capabilities == [["cp1", "cp2"], ["cp3"], []])
    }

    @Test(
        "The mode of device binding is a word in each kind of file",
        arguments: [
            ("s.json", #"{"deviceBinding": "observe"}"#, DeviceBinding.observe), ("s.yaml", "deviceBinding: off", .off),
            ("s.yaml", "deviceBinding: require", .require),
        ])
    func deviceBinding(file: String, text: String, mode: DeviceBinding) throws {
        #expect(try SettingsReading.read(["--settings", file], texts: [file: text]).deviceBinding == mode)
    }

    @Test("The database is in the data directory unless a setting names it")
    func database() throws {
        #expect(
            try SettingsReading.read(["--data-directory", "/var/lib/latchkey"]).database
                == .sqlite(path: "/var/lib/latchkey/latchkey.sqlite"))
    }
}
