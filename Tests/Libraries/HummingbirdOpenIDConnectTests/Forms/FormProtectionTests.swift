import HTTPTransport
import HTTPTypes
import OpenIDConnect
import SiteTesting
import TestSupport
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect

/// An application of anybody's; the front end's tests have each refusal.
@Suite struct FormProtectionTests {
    @Test("A form with the token of its page gets through, and one without it is refused") func token() async throws {
        try await TestSite.running { site in
            let browser = try await site.signedIn()
            let token = try await browser.get("/forms").text
            let form = FormBody([("task", "milk"), ("csrf", token)])
            let accepted = try await browser.post("/forms", form)
            #expect(accepted.status == .ok && accepted.text == "milk")
            for refused in [FormBody([("task", "milk")]), FormBody([("task", "milk"), ("csrf", "\(token)x")])] {
                #expect(try await browser.post("/forms", refused).status == .forbidden)
            }
            #expect(try await browser.post("/forms", form, from: [.secFetchSite: "cross-site"]).status == .forbidden)
        }
    }

    @Test("A form of an ended session waits for the next sign-in of its user") func pending() async throws {
        try await TestSite.running { site in
            let browser = try await site.signedIn()
            let form = FormBody([("task", "milk"), ("csrf", try await browser.get("/forms").text)])
            try await browser.post("/sign-out")
            let posted = try await browser.post("/forms", form)
            #expect(posted.status == .seeOther && posted.location?.hasPrefix("/sign-in?") == true)
            #expect(try await browser.get("/forms/pending").text.isEmpty, "no user is signed in")
            try await browser.follow(try await browser.startSignIn())
            #expect(try await browser.get("/forms/pending").text == "milk")
        }
    }

    @Test("A sealed cookie of the application is read again, and only until it expires") func sealedCookie()
        async throws
    {
        let site = try Sample().site()
        let cookie = site.sealedCookie("draft")
        let request = RequestSession(nil, at: site)
        try cookie.set(Array("milk".utf8), lifetime: .seconds(60), in: request)
        let jar = CookieJar(request.responseCookies)
        let next = RequestSession(nil, cookies: jar.cookies, at: site)
        #expect(cookie.value(in: next) == Array("milk".utf8))
        #expect(site.sealedCookie("other").value(in: next) == nil)
        cookie.expire(in: next)
        #expect(next.responseCookies.count == 1 && next.responseCookies[0].contains("Max-Age=0"))
    }
}
