import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import Testing

/// The pages that a sign-in returns to.
@Suite struct ReturnPathTests {
    @Test(
        "A sign-in returns to the given path of this site",
        arguments: ["/claims", "/tasks?show=active", "/tasks?after=a%20b&show=all", "/sessions", "/?x=//y"])
    func ours(path: String) async throws {
        try await Site.running { site in
            let response = try await site.browser().signIn("/sign-in?returnTo=\(FormBody.encode(path))")
            #expect(response.location == path)
        }
    }

    @Test(
        "Any other return path counts as not given",
        arguments: [
            "https://other.example/", "//other.example", "/\\other.example", "\\/other.example", "/\t/other.example",
            "/\n//other.example",
            "http:other.example",
            "javascript:alert(1)", "other.example", "", "/%2F/other.example", "/%5Cother.example", "/.//other.example",
            "/a/..//other.example", "/%2e%2e//x",
            "/auth/openid/return?code=x", "/AUTH/openid/return", "/%61uth/x", "/sign-in", "/sign-in?returnTo=/sign-in",
            "/sign-up",
            "/sign-in/facebook", "/sign-in/device", "/sign-in/device/refresh", "/profile",
            "/password-reset", "/sign-out", "/tasks#x", "/tasks\u{0}", "/ü", "/\u{202E}", "@other.example", "/sign-in/",
            "/tasks/../sign-in",
        ])
    func theirs(path: String) async throws {
        try await Site.running { site in
            let response = try await site.browser().signIn("/sign-in?returnTo=\(FormBody.encode(path))")
            #expect(response.location == "/tasks")
        }
    }

    @Test("Two return paths count as none")
    func twice() async throws {
        try await Site.running { site in
            let response = try await site.browser().signIn("/sign-in?returnTo=/claims&returnTo=/sessions")
            #expect(response.location == "/tasks")
        }
    }

    @Test("A form's return path is the page that it is on")
    func ofForm() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let form = try #require(try await browser.tasks().form(to: "/tasks"))
            for (referer, location) in [
                ("\(site.url.origin)/tasks?show=active", "/tasks?show=active"),
                ("https://other.example/tasks?show=active", "/tasks"),
                ("\(site.url.origin)/claims", "/tasks"), ("nonsense", "/tasks"),
            ] {
                let response = try await browser.submit(form.with("task", "x"), headers: [.referer: referer])
                #expect(response.location == location, "\(referer)")
            }
        }
    }
}
