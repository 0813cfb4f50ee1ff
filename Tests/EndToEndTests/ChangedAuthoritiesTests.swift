import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing

/// Sessions that outlive a change of the configured authorities.
@Suite struct ChangedAuthoritiesTests {
    @Test("A session of an authority that isn't configured any more signs in again, and can be ended")
    func notConfiguredAnyMore() async throws {
        try await Site.running(.withPartner(), on: .sqlite) { site in
            let (one, other) = (
                try await site.signedIn("/sign-in/partner"), try await site.signedIn("/sign-in/partner")
            )
            let form = try #require(try await other.tasks().form(to: "/sign-out"))
            try await site.withReplica(changing: { $0.partner = nil }) { replica in
                let (here, there) = (replica.browser(), replica.browser())
                (here.cookies, there.cookies) = (one.cookies, other.cookies)
                let page = try await here.get("/tasks")
                #expect(page.status == 303 && page.locationPath == "/sign-in")
                #expect(here.sessionCookies == [])
                let response = try await there.submit(form)
                #expect(response.status == 303 && response.location == "/signed-out")
                #expect(there.sessionCookies == [])
            }
            // The row has ended: a copy is worthless also once the authority is back.
            try await eventually { try await other.get("/tasks").status == 303 }
            _ = try await one.tasks()
        }
    }

    @Test("A session of an authority whose place another has taken sends nothing to the new one")
    func replacedAuthority() async throws {
        try await Site.running(.withPartner(), on: .sqlite) { site in
            let browser = try await site.signedIn()
            let form = try #require(try await browser.tasks().form(to: "/sign-out"))
            try await site.withReplica(changing: { $0.isPartnerMain = true }) { replica in
                let same = replica.browser(browser.cookies)
                let requests = site.partner.requests(at: .revocation).count
                let response = try await same.submit(form)
                #expect(response.status == 303 && response.location == "/signed-out", "\(response.location ?? "")")
                #expect(site.partner.requests(at: .revocation).count == requests)
                let other = replica.browser(browser.cookies)
                #expect(try await other.get("/tasks").locationPath == "/sign-in", "its pages are still served")
            }
        }
    }

    @Test("After two authorities have changed places, a session ends with its name, but is signed out where it started")
    func exchangedAuthorities() async throws {
        try await Site.running(.withPartner(main: .inPath), on: .sqlite) { site in
            let (one, other) = (try await site.signedIn(), try await site.signedIn())
            let form = try #require(try await other.tasks().form(to: "/sign-out"))
            let revocations = site.provider.requests(at: .revocation).count
            try await site.withReplica(changing: { $0.isExchanged = true }) { replica in
                let (here, there) = (replica.browser(), replica.browser())
                (here.cookies, there.cookies) = (one.cookies, other.cookies)
                #expect(try await here.get("/tasks").location == "/?returnTo=%2Ftasks")
                let response = try await there.submit(form)
                #expect(
                    response.location?.hasPrefix(site.provider.url.origin) == true, "\(response.location ?? "")")
                #expect(response.location?.contains("id_token_hint=") == true)
                #expect(site.provider.requests(at: .revocation).count == revocations + 1)
                #expect(site.partner.requests(at: .revocation).isEmpty)
            }
        }
    }
}
