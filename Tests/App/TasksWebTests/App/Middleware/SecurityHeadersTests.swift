import HTTPTransport
import HTTPTypes
import Hummingbird
import Testing

@testable import TasksWeb

@Suite struct SecurityHeadersTests {
    private func fields(
        _ origin: String = "https://id.example", site: String = "https://tasks.example/auth/openid/return",
        isolates: Bool = true
    ) throws -> HTTPFields {
        let headers = SecurityHeaders(
            site: try #require(HTTPURL(site)), authorityOrigins: [origin], isolatesWindows: isolates)
        var response = Response(status: .ok)
        headers.add(to: &response)
        return response.headers
    }

    @Test("The content security policy lets nothing unsafe in, and a form lead to the authority") func policy() throws {
        let policy = try #require(try fields()[.contentSecurityPolicy])
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

    @Test("The content security policy names an authority on plain HTTP") func plainAuthority() throws {
        let policy = try fields("http://localhost:3001")[.contentSecurityPolicy]
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
    func transportSecurity(_ site: String, _ isSent: Bool) throws {
        #expect(try fields(site: site)[.strictTransportSecurity] == (isSent ? "max-age=31536000" : nil))
    }

    @Test("Without pop-ups the site's windows are isolated") func conditions() throws {
        #expect(try fields()[.crossOriginOpenerPolicy] == "same-origin")
        #expect(try fields(isolates: false)[.crossOriginOpenerPolicy] == nil)
        #expect(try fields()[.xContentTypeOptions] == "nosniff")
        #expect(try fields()[.xFrameOptions] == "DENY")
    }
}
