import HTTPTypes
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect

/// The page that only reloads: before some navigations the browser couldn't prove its device's key.
@Suite struct DeviceBindingReloadTests {
    /// Whether the page does nothing but reload itself.
    private func reloads(_ page: WebPage) -> Bool {
        page.status == .ok && page["Refresh"] == "0" && page["Cache-Control"] == "no-store"
            && !page.text.contains("Alice")
    }

    @Test(
        "A navigation from elsewhere without the device's cookie gets a page that reloads, twice a minute at most",
        arguments: ["cross-site", "same-site", "none", nil])
    func twice(source: String?) async throws {
        try await TestSite.running(options: SignInOptions(deviceBinding: .require)) { site in
            let (browser, _) = try await site.bound(to: SoftwareDevice())
            site.clock.advance(by: 700)
            browser.cookies = browser.stolen().cookies
            var headers: HTTPFields = [:]
            headers[.secFetchSite] = source
            for _ in 0..<2 {
                let page = try await browser.get("/account?tab=1", headers: headers)
                #expect(reloads(page), "\(page.status) \(page.text)")
                #expect(!page.cookies.contains { $0.isExpiring }, "a cookie is removed")
            }
            let reloaded = browser.cookies
            let third = try await browser.get("/account?tab=1", headers: headers)
            #expect(third.location == "/sign-in?returnTo=%2Faccount%3Ftab%3D1", "\(third.status)")
            browser.cookies = reloaded
            site.clock.advance(by: 61)
            #expect(reloads(try await browser.get("/account", headers: headers)))
        }
    }

    @Test("After the page that reloads, a browser that has proved its key gets the page that it was led to")
    func provedAfterReload() async throws {
        try await TestSite.running(options: SignInOptions(deviceBinding: .require)) { site in
            let device = SoftwareDevice()
            let (browser, binding) = try await site.bound(to: device)
            site.clock.advance(by: 700)
            browser.cookies = browser.stolen().cookies
            #expect(reloads(try await browser.get("/account", headers: [.secFetchSite: "cross-site"])))
            #expect(try await browser.prove(device, after: binding).status == .ok)
            try await browser.expectServed()
        }
    }

    @Test("A script from elsewhere without the device's cookie gets 401, and no page that reloads")
    func script() async throws {
        try await TestSite.running(options: SignInOptions(deviceBinding: .require)) { site in
            let (browser, _) = try await site.bound(to: SoftwareDevice())
            site.clock.advance(by: 700)
            let thief = browser.stolen()
            for source in ["cross-site", "same-origin", "none"] {
                let page = try await thief.send(
                    .get, "/account", [.accept: "application/json", .secFetchMode: "cors", .secFetchSite: source])
                #expect(page.status == .unauthorized && page["Refresh"] == nil, "\(source)")
            }
        }
    }

    @Test("The home page without the device's cookie shows no user, and no request removes the user's session")
    func home() async throws {
        try await TestSite.running(options: SignInOptions(deviceBinding: .require)) { site in
            let device = SoftwareDevice()
            let (browser, binding) = try await site.bound(to: device)
            site.clock.advance(by: 540)
            #expect(try await browser.prove(device, after: binding).status == .ok)
            let thief = browser.stolen()
            let page = try await thief.get("/", headers: [.secFetchSite: "same-origin"])
            #expect(!page.text.contains("Alice"))
            #expect(try await thief.post("/sign-out").cookies.allSatisfy { $0.isExpiring })
            try await browser.expectServed()
        }
    }

    @Test("A sign-in without the device's cookie needs no page that reloads, and replaces no session") func signIn()
        async throws
    {
        try await TestSite.running(options: SignInOptions(deviceBinding: .require)) { site in
            let (browser, _) = try await site.bound(to: SoftwareDevice())
            site.clock.advance(by: 121)
            let thief = browser.stolen()
            try await thief.expectRefused()
            site.provider.user = .bob
            #expect(try await thief.signIn().status == .seeOther)
            #expect(try await thief.get("/account", headers: [.secFetchSite: "same-origin"]).text == "Bob")
            try await browser.expectServed()
            #expect(site.provider.requests(at: .revocation).isEmpty)
        }
    }
}
