import HTTPTypes
import SiteTesting
import TestSupport
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect
@testable import SealedCookies

/// Device binding on several replicas, after a change of keys, and while the database is unreachable.
@Suite struct DeviceBindingReplicaTests {
    private static let required = SignInOptions(deviceBinding: .require)

    @Test("A key that one replica registers is proved at another, once, and each refuses a copy of the cookie")
    func replicas() async throws {
        try await TestSite.running(options: Self.required) { site in
            try await site.replica { other in
                let (browser, device) = (site.browser(), SoftwareDevice())
                let signIn = try await browser.signIn()
                let thief = other.browser(browser.cookies)
                let elsewhere = other.browser(browser.cookies)
                let binding = try await elsewhere.register(device, after: signIn)
                #expect(binding.status == .ok)
                #expect(try await browser.register(device, after: signIn).status == .badRequest)
                site.clock.advance(by: 121)
                try await thief.expectRefused()
                try await browser.copy().expectRefused()
                let refreshed = try await browser.prove(device, after: binding)
                #expect(refreshed.status == .ok)
                #expect(try await elsewhere.prove(device, after: binding).status == .forbidden)
                try await browser.expectServed()
                try await other.browser(browser.cookies).expectServed()
            }
        }
    }

    @Test("A session that has ended is proved nowhere: its browser's binding ends, and it gets no cookie")
    func ended() async throws {
        try await TestSite.running(options: Self.required) { site in
            try await site.replica { other in
                let device = SoftwareDevice()
                let (browser, binding) = try await site.bound(to: device)
                #expect(try await browser.copy().post("/sign-out").status == .seeOther)
                let stopped = #""continue":false"#
                let here = try await browser.prove(device, after: binding)
                #expect(here.status == .ok && here.cookies.isEmpty)
                #expect(here.text.filter { $0 != " " }.contains(stopped))
                let identifier = try #require(binding.deviceIdentifier)
                #expect(here.text.contains(identifier))
                try await eventually {
                    let there = try await other.browser(browser.cookies).prove(device, after: binding)
                    return there.status == .ok && there.cookies.isEmpty
                        && there.text.filter { $0 != " " }.contains(stopped)
                }
            }
        }
    }

    @Test("A new key of the site ends no binding, and a key that is removed leads to a new sign-in")
    func rotation() async throws {
        try await TestSite.running(options: Self.required) { site in
            let device = SoftwareDevice()
            let (browser, binding) = try await site.bound(to: device)
            let new = try SealingKey.generate()
            try await site.replica(keys: try SealingKeys([new, site.keys.newest])) { other in
                let rotated = other.browser(browser.cookies)
                try await rotated.expectServed()
                #expect(try await rotated.prove(device, after: binding).status == .ok)
                try await rotated.expectServed()
            }
            try await site.replica(keys: try SealingKeys([new])) { other in
                let removed = other.browser(browser.cookies)
                let refused = try await removed.prove(device, after: binding)
                #expect(refused.status == .badRequest && refused.cookies.isEmpty)
                try await removed.expectRefused()
                let signIn = try await removed.signIn()
                #expect(try await removed.register(device, after: signIn).status == .ok)
                try await removed.expectServed()
            }
        }
    }

    @Test("While the database is unreachable a key is proved nevertheless, and its user stays signed in")
    func unreachable() async throws {
        try await TestSite.running(options: Self.required) { site in
            let device = SoftwareDevice()
            let (browser, binding) = try await site.bound(to: device)
            site.clock.advance(by: 590)
            site.store.fail()
            #expect(try await browser.prove(device, after: binding).status == .ok)
            try await browser.expectServed()
            site.store.recover()
            try await browser.expectServed()
        }
    }

    @Test("A key that can't be stored isn't registered, and the session goes on without it")
    func unstored() async throws {
        try await TestSite.running(options: Self.required) { site in
            let browser = site.browser()
            let signIn = try await browser.signIn()
            site.store.fail()
            let refused = try await browser.register(SoftwareDevice(), after: signIn)
            #expect(refused.status.code >= 400 && refused.cookies.isEmpty, "\(refused.status)")
            site.store.recover()
            site.clock.advance(by: 700)
            try await browser.expectServed()
        }
    }

    @Test("If the database is unreachable when the row has to be read, no user has to sign in again for that")
    func unreadable() async throws {
        try await TestSite.running(options: Self.required) { site in
            let browser = try await site.signedIn()
            site.clock.advance(by: 121)
            site.store.fail()
            let page = try await browser.get("/account", headers: [.secFetchSite: "same-origin"])
            #expect([HTTPResponse.Status.ok, .serviceUnavailable].contains(page.status), "\(page.status)")
            site.store.recover()
            try await browser.expectServed()
        }
    }
}
