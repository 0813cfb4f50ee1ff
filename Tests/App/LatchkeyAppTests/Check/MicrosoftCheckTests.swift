import CurlTransport
import HTTPTransport
import MisbehavingProvider
import OpenIDConnect
import TestSupport
import Testing

@testable import LatchkeyApp

/// The usual mistakes with Entra's settings.
@Suite struct MicrosoftCheckTests {
    private static let tenant = "0d8f2b61-7a4c-4e95-b3d0-6c1e9f52a7b8"
    private static let external = "https://contoso.ciamlogin.com/\(tenant)/v2.0"
    private static let many = "https://login.microsoftonline.com/organizations/v2.0"

    private func warnings(_ authority: String, _ options: [String]) throws -> [String] {
        let configuration = try SettingsReading.read(["--authority", authority, "--client-id", "app"] + options)
        let settings = configuration.main
        let authority = try configuration.makeAuthority(settings)
        return MicrosoftCheck(settings: settings, authority: authority).findings.map(\.line)
    }

    @Test(
        "Scopes without an API's are a warning at Microsoft's hosts, and nowhere else",
        arguments: [
            (external, [], true), (external, ["--scopes", "User.Read"], true),
            (external, ["--scopes", "https://graph.microsoft.com/User.Read"], true),
            (external, ["--scopes", "https://Graph.Microsoft.us/User.Read"], true),
            (external, ["--scopes", "https://microsoftgraph.chinacloudapi.cn/User.Read"], true),
            (external, ["--scopes", "api://app/tasks"], false),
            (external, ["--additional-scopes", "https://contoso.example/api/.default"], false),
            ("https://id.example", [], false),
            ("https://contoso.b2clogin.com/contoso.onmicrosoft.com", ["--email-sign-in-policy-id", "b2c_1_in"], false),
        ] as [(String, [String], Bool)])
    func scopes(_ authority: String, _ options: [String], _ isWarned: Bool) throws {
        let found = try warnings(authority, options)
        #expect(found.count == (isWarned ? 1 : 0), "\(found)")
        #expect(found.allSatisfy { $0.hasPrefix("warn  scopes: none is an API's") })
    }

    @Test("Personal accounts never come in by organizations, but by common")
    func personalAccounts() throws {
        let options = ["--scopes", "api://app/tasks", "--allowed-tenants", "9188040D-6c67-4c5b-b112-36a304b66dad"]
        #expect(try warnings(Self.many, options).map { $0.hasPrefix("warn  allowedTenants: ") } == [true])
        #expect(try warnings(Self.many.replacing("organizations", with: "Organizations"), options).count == 1)
        #expect(try warnings("https://login.microsoftonline.com/common/v2.0", options) == [])
    }

    @Test("The hint google is a warning, and Google is none")
    func hint() throws {
        let scopes = ["--scopes", "api://app/tasks", "--sign-in-hints"]
        #expect(try warnings(Self.external, scopes + ["G=google"]).map { $0.contains("write Google") } == [true])
        #expect(try warnings(Self.external, scopes + ["G=Google,F=facebook"]) == [])
    }

    @Test("A domain name as the tenant of External ID is a fault that names the GUID's place and the issuer")
    func domainName() async throws {
        let certificate = try await TestCertificate(names: ["DNS:contoso.ciamlogin.com"])
        let tls = (certificateFile: certificate.certificateFile, keyFile: certificate.keyFile)
        let client = RegisteredClient(id: "app", secret: "secret")
        let issuer = "https://\(Self.tenant).ciamlogin.com/\(Self.tenant)/v2.0"
        let lines = try await ScriptedProvider.serving(client: client, tls: tls) { provider in
            provider.origin = "https://contoso.ciamlogin.com"
            provider.change { $0.metadata["issuer"] = .string(issuer) }
            var settings = CurlConfiguration(caFile: certificate.caFile)
            settings.standIns = ["contoso.ciamlogin.com:443:127.0.0.1:\(provider.url.port ?? 0)"]
            let transport = try CurlClient(settings)
            var lines: [[String]] = []
            for tenant in ["contoso.onmicrosoft.com", Self.tenant] {
                let configuration = try SettingsReading.read([
                    "--authority", "https://contoso.ciamlogin.com/\(tenant)/v2.0", "--client-id", "app",
                    "--client-secret", "secret",
                ])
                let party = try configuration.makeRelyingParty(configuration.main, over: transport)
                lines.append(
                    await AuthorityCheck(settings: configuration.main, relyingParty: party).findings().map(\.line))
            }
            return lines
        }
        #expect(lines.first?.count == 1)
        #expect(lines.first?.first?.hasPrefix("FAULT authority: ") == true)
        #expect(lines.first?.first?.contains(issuer) == true, "the GUID is not masked: \(lines)")
        #expect(lines.first?.first?.contains("write the tenant's GUID") == true)
        #expect(lines.last?.allSatisfy { $0.hasPrefix("good ") } == true, "\(lines)")
    }
}
