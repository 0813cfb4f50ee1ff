import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import Testing

/// Where a sign-in comes back to.
@Suite struct ReturnPathTests {
    @Test(
        "A path of this site is where a sign-in comes back to",
        arguments: ["/claims", "/tasks?show=active", "/tasks?after=a%20b&show=all", "/sessions", "/?x=//y"])
    func ours(path: String) async throws {
        try await Site.running { site in
            let answer = try await site.browser().signIn("/sign-in?returnTo=\(FormBody.encode(path))")
            #expect(answer.location == path)
        }
    }

    @Test(
        "Anything else counts as not given",
        arguments: [
            "https://other.example/", "//other.example", "/\\other.example", "\\/other.example", "/\t/other.example",
            "/\n//other.example",
            "http:other.example",
            "javascript:alert(1)", "other.example", "", "/%2F/other.example", "/%5Cother.example", "/.//other.example",
            "/a/..//other.example", "/%2e%2e//x",
            "/auth/openid/return?code=x", "/AUTH/openid/return", "/%61uth/x", "/sign-in", "/sign-in?returnTo=/sign-in",
            "/sign-up",
            "/sign-in/facebook", "/profile",
            "/password-reset", "/sign-out", "/tasks#x", "/tasks\u{0}", "/ü", "/\u{202E}", "@other.example", "/sign-in/",
            "/tasks/../sign-in",
        ])
    func theirs(path: String) async throws {
        try await Site.running { site in
            let answer = try await site.browser().signIn("/sign-in?returnTo=\(FormBody.encode(path))")
            #expect(answer.location == "/tasks")
        }
    }

    @Test("Two of them count as none")
    func twice() async throws {
        try await Site.running { site in
            let answer = try await site.browser().signIn("/sign-in?returnTo=/claims&returnTo=/sessions")
            #expect(answer.location == "/tasks")
        }
    }

    @Test("A form's way back is the page that it is on")
    func ofForm() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let form = try #require(try await browser.tasks().form(to: "/tasks"))
            for (referer, location) in [
                ("\(site.url.origin)/tasks?show=active", "/tasks?show=active"),
                ("https://other.example/tasks?show=active", "/tasks"),
                ("\(site.url.origin)/claims", "/tasks"), ("nonsense", "/tasks"),
            ] {
                let answer = try await browser.submit(form.with("task", "x"), headers: [.referer: referer])
                #expect(answer.location == location, "\(referer)")
            }
        }
    }
}
