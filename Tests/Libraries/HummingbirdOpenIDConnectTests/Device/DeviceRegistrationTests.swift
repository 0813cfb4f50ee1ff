import HTTPTypes
import MisbehavingProvider
import SessionStorage
import SiteTesting
import TestSupport
import Testing

@testable import HummingbirdOpenIDConnect

/// When a registration counts, and when a session is known to have none: in that order, whatever the store does.
@Suite struct DeviceRegistrationTests {
    private static let required = SignInOptions(deviceBinding: .require)

    @Test("A key that waits for the store isn't registered, and binds the session nevertheless") func waiting()
        async throws
    {
        try await TestSite.running(options: Self.required) { site in
            let browser = site.browser()
            let signIn = try await browser.signIn()
            site.store.fail([.replaceTokens])
            #expect(try await browser.register(SoftwareDevice(), after: signIn).status == .badRequest)
            site.clock.advance(by: 130)
            #expect(try await browser.fetch("/account").status == .unauthorized)
        }
    }

    @Test("A key that is stored after its challenge has expired isn't registered, and the session goes on without one")
    func late() async throws {
        try await TestSite.running(options: Self.required) { site in
            let browser = site.browser()
            let signIn = try await browser.signIn()
            site.store.precede(.replaceTokens) { [clock = site.clock] in clock.advance(by: 121) }
            #expect(try await browser.register(SoftwareDevice(), after: signIn).status == .badRequest)
            site.clock.advance(by: 10)
            #expect(try await browser.fetch("/account").status == .ok)
        }
    }

    @Test("A registration after two minutes is refused, and leaves the session unbound") func tooLate() async throws {
        try await TestSite.running(options: Self.required) { site in
            let browser = site.browser()
            let signIn = try await browser.signIn()
            site.clock.advance(by: 130)
            let writes = site.store.count(of: .replaceTokens)
            #expect(try await browser.register(SoftwareDevice(), after: signIn).status == .badRequest)
            #expect(site.store.count(of: .replaceTokens) == writes)
            #expect(try await browser.fetch("/account").status == .ok)
        }
    }

    @Test("Tokens that wait for the store don't show that a session has no key") func waitingElsewhere() async throws {
        let base = MemorySessionStore()
        try await TestSite.running(options: Self.required, store: SwitchableSessionStore(base)) { site in
            site.provider.change { $0.accessTokenLifetime = 0 }
            let browser = site.browser()
            let signIn = try await browser.signIn()
            let copy = browser.copy()
            // The row has the refreshed tokens, but this replica doesn't know it.
            site.store.loseResponses(of: [.replaceTokens])
            #expect(try await browser.copy().get("/token").status == .ok)
            try await site.replica(store: SwitchableSessionStore(base)) { other in
                let elsewhere = other.browser(browser.cookies)
                let registered = try await elsewhere.register(SoftwareDevice(), after: signIn)
                #expect(registered.status == .ok)
            }
            site.clock.advance(by: 130)
            _ = try await copy.fetch("/account")
            site.store.recover()
            try await eventually { try await copy.fetch("/account").status == .unauthorized }
        }
    }

    @Test("A session has no key for good only when no clock is within two minutes of its sign-in") func margin()
        async throws
    {
        try await TestSite.running(options: Self.required, clock: .standing()) { site in
            let browser = try await site.signedIn()
            for (seconds, readings) in [(119, 0), (1, 1), (1, 2), (1, 3), (0, 3), (600, 3)] {
                site.clock.advance(by: seconds)
                #expect(try await browser.fetch("/account").status == .ok)
                #expect(site.store.count(of: .tokens) == readings, "\(seconds)")
            }
        }
    }
}
