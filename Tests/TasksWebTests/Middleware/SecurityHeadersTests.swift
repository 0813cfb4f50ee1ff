import HTTPTypes
import Hummingbird
import Testing

@testable import TasksWeb

@Suite struct SecurityHeadersTests {
    private func fields(_ origin: String = "https://id.example", https: Bool = true, isolates: Bool = true) async throws -> HTTPFields {
        try await SecurityHeaders(authorityOrigin: origin, isOverHTTPS: https, isolatesWindows: isolates).answer(InProcess.request())
            .headers
    }

    @Test("The content security policy lets nothing unsafe in, and a form lead to the authority") func policy() async throws {
        let policy = try #require(try await fields()[.contentSecurityPolicy])
        #expect(!policy.contains("unsafe") && !policy.contains("*") && !policy.contains("data:"))
        for directive in [
            "default-src 'none'", "form-action 'self' https:", "frame-ancestors 'none'", "base-uri 'none'", "script-src 'self'",
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

    @Test("Transport security is for HTTPS alone, isolation for whoever needs no pop-up") func conditions() async throws {
        #expect(try await fields()[.strictTransportSecurity] != nil)
        #expect(try await fields(https: false)[.strictTransportSecurity] == nil)
        #expect(try await fields()[.crossOriginOpenerPolicy] == "same-origin")
        #expect(try await fields(isolates: false)[.crossOriginOpenerPolicy] == nil)
        #expect(try await fields()[.xContentTypeOptions] == "nosniff")
        #expect(try await fields()[.xFrameOptions] == "DENY")
    }
}
