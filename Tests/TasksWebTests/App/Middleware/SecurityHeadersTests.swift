import HTTPTransport
import HTTPTypes
import Hummingbird
import Testing

@testable import TasksWeb

@Suite struct SecurityHeadersTests {
    private func fields(
        _ origin: String = "https://id.example", site: String = "https://tasks.example/auth/openid/return",
        isolates: Bool = true
    ) async throws -> HTTPFields {
        let middleware = SecurityHeadersMiddleware(
            site: try #require(HTTPURL(site)), authorityOrigins: [origin], isolatesWindows: isolates)
        return try await middleware.answer(InProcess.request()).headers
    }

    @Test("The content security policy lets nothing unsafe in, and a form lead to the authority") func policy()
        async throws
    {
        let policy = try #require(try await fields()[.contentSecurityPolicy])
        #expect(!policy.contains("unsafe") && !policy.contains("*") && !policy.contains("data:"))
        for directive in [
            "default-src 'none'", "form-action 'self' https:", "frame-ancestors 'none'", "base-uri 'none'",
            "script-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
        ] {
            #expect(policy.split(separator: "; ").contains { $0 == directive }, "\(directive)")
        }
    }

    @Test("An authority on plain HTTP is named") func plainAuthority() async throws {
        let policy = try await fields("http://localhost:3001")[.contentSecurityPolicy]
        #expect(policy?.contains("form-action 'self' https: http://localhost:3001;") == true)
    }

    @Test(
        "Strict transport security is for HTTPS alone, and not for a loopback name, all of whose ports it would hold",
        arguments: [
            ("https://tasks.example/", true), ("https://localhost.example:8443/", true),
            ("http://tasks.example/", false),
            ("https://localhost:3000/", false), ("https://127.0.0.1:3000/", false), ("https://[::1]:3000/", false),
            ("https://LOCALHOST/", false),
        ])
    func transportSecurity(_ site: String, _ isSent: Bool) async throws {
        #expect(try await fields(site: site)[.strictTransportSecurity] == (isSent ? "max-age=31536000" : nil))
    }

    @Test("Windows are isolated if there is no pop-up") func conditions() async throws {
        #expect(try await fields()[.crossOriginOpenerPolicy] == "same-origin")
        #expect(try await fields(isolates: false)[.crossOriginOpenerPolicy] == nil)
        #expect(try await fields()[.xContentTypeOptions] == "nosniff")
        #expect(try await fields()[.xFrameOptions] == "DENY")
    }
}
