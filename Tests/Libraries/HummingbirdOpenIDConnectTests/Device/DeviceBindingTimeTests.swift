import HTTPTypes
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect

/// How long challenges, the device's cookie and a copy of the session's cookie are of use.
@Suite struct DeviceBindingTimeTests {
    private static let required = SignInOptions(deviceBinding: .require)

    @Test(
        "A device's key is registered within two minutes of the sign-in",
        arguments: [(90, HTTPResponse.Status.ok), (121, .badRequest)])
    func registration(seconds: Int, status: HTTPResponse.Status) async throws {
        try await TestSite.running(options: Self.required) { site in
            let browser = site.browser()
            let signIn = try await browser.signIn()
            site.clock.advance(by: seconds)
            let response = try await browser.register(SoftwareDevice(), after: signIn)
            #expect(response.status == status)
            #expect(browser.hasDeviceCookie == (status == .ok))
        }
    }

    @Test("A session whose browser registers no key is served for hours, and its row is read once for that")
    func unbound() async throws {
        try await TestSite.running(options: Self.required) { site in
            let browser = try await site.signedIn()
            try await browser.expectServed()
            #expect(site.store.count(of: .tokens) == 0)
            for seconds in [130, 600, 3000, 3000] {
                site.clock.advance(by: seconds)
                for headers: HTTPFields in [[:], [.secFetchSite: "cross-site"], [.secFetchSite: "same-origin"]] {
                    #expect(try await browser.get("/account", headers: headers).text == "Alice")
                }
                #expect(site.store.count(of: .tokens) == 1)
            }
        }
    }

    @Test("A cookie that was copied before the key was registered is refused two minutes after the sign-in")
    func copiedEarly() async throws {
        try await TestSite.running(options: Self.required) { site in
            let (browser, device) = (site.browser(), SoftwareDevice())
            let signIn = try await browser.signIn()
            let thief = browser.stolen()
            try await thief.expectServed()
            #expect(try await browser.register(device, after: signIn).status == .ok)
            site.clock.advance(by: 121)
            try await thief.expectRefused()
            try await browser.expectServed()
            // The user's own session hasn't ended, and their browser doesn't have to sign in again.
            try await browser.stolen(withDeviceCookie: true).expectServed()
        }
    }

    @Test(
        "A copy of the session's and the device's cookies is refused after eleven minutes, whether it was used or not")
    func copiedWithDeviceCookie() async throws {
        try await TestSite.running(options: Self.required) { site in
            let device = SoftwareDevice()
            let (browser, binding) = try await site.bound(to: device)
            let thieves = (0..<2).map { _ in browser.stolen(withDeviceCookie: true) }
            site.clock.advance(by: 540)
            try await thieves[0].expectServed()
            #expect(try await browser.prove(device, after: binding).status == .ok)
            site.clock.advance(by: 121)
            for thief in thieves { try await thief.expectRefused() }
            try await browser.expectServed()
        }
    }

    @Test("A browser that proves its key every ten minutes stays signed in, also over a refresh of the tokens")
    func hours() async throws {
        try await TestSite.running(options: Self.required) { site in
            let device = SoftwareDevice()
            var (browser, binding) = try await site.bound(to: device)
            for _ in 0..<10 {
                site.clock.advance(by: 590)
                binding = try await browser.prove(device, after: binding)
                try #require(binding.status == .ok)
                #expect(try await browser.get("/token").status == .ok)
            }
            #expect(site.refreshes >= 1)
            try await browser.expectServed()
            try await browser.stolen().expectRefused()
        }
    }

    @Test("A challenge for a later proof holds a quarter of an hour, and then leads to a new one")
    func challengeAge() async throws {
        try await TestSite.running(options: Self.required) { site in
            let device = SoftwareDevice()
            let (browser, binding) = try await site.bound(to: device)
            site.clock.advance(by: 840)
            let next = try await browser.prove(device, after: binding)
            #expect(next.status == .ok)
            site.clock.advance(by: 901)
            let late = try await browser.prove(device, after: next)
            #expect(late.status == .forbidden && late.cookies.isEmpty)
            #expect(try await browser.prove(device, after: late).status == .ok)
            try await browser.expectServed()
        }
    }

    @Test("A key that was registered while the tokens were refreshed is not forgotten")
    func registrationDuringRefresh() async throws {
        try await TestSite.running(options: Self.required) { site in
            site.provider.change { $0.accessTokenLifetime = 0 }
            let (browser, device, gate) = (site.browser(), SoftwareDevice(), Gate())
            let signIn = try await browser.signIn()
            let (thief, other) = (browser.stolen(), browser.copy())
            site.store.precede(.replaceTokens) { await gate.pass() }
            async let refreshed = other.get("/token")
            await gate.waitForArrival()
            async let registered = browser.register(device, after: signIn)
            gate.open()
            #expect(try await refreshed.status == .ok)
            #expect(try await registered.status == .ok)
            site.clock.advance(by: 121)
            try await thief.expectRefused()
            try await browser.expectServed()
        }
    }

    @Test("With observation alone a copy of the session's cookie is never refused") func observed() async throws {
        try await TestSite.running(options: SignInOptions(deviceBinding: .observe)) { site in
            let device = SoftwareDevice()
            let (browser, binding) = try await site.bound(to: device)
            let thief = browser.stolen()
            for seconds in [0, 121, 700] {
                site.clock.advance(by: seconds)
                try await thief.expectServed()
                #expect(try await thief.get("/account", headers: [.secFetchSite: "cross-site"]).text == "Alice")
                #expect(try await thief.fetch("/account").status == .ok)
            }
            #expect(try await browser.prove(device, after: binding).status == .ok)
        }
    }
}
