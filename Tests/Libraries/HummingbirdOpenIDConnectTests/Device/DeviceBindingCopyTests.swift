import HTTPTypes
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect

/// What a copy of a bound session's cookie can't do to its owner.
@Suite struct DeviceBindingCopyTests {
    @Test(
        "A copy that has become idle neither ends its owner's session by a sign-out nor is replaced by a sign-in",
        arguments: [true, false])
    func idle(_ signsOut: Bool) async throws {
        let options = SignInOptions(deviceBinding: .require, idleTimeout: .seconds(700))
        try await TestSite.running(options: options) { site in
            let device = SoftwareDevice()
            var (browser, binding) = try await site.bound(to: device)
            try await browser.expectServed()
            let thief = browser.stolen()
            // The owner goes on, and so the copy alone becomes idle.
            for _ in 0..<2 {
                site.clock.advance(by: 500)
                binding = try await browser.prove(device, after: binding)
                try await browser.expectServed()
            }
            if signsOut {
                let page = try await thief.post("/sign-out")
                #expect(page.status == .seeOther && page.location == "/")
            } else {
                site.provider.user = .bob
                #expect(try await thief.signIn().status == .seeOther)
                #expect(try await thief.get("/account").text == "Bob")
            }
            try await browser.expectServed()
        }
    }

    @Test("A frame of a front-channel logout never gets the page that only reloads") func frame() async throws {
        try await TestSite.running(options: SignInOptions(deviceBinding: .require)) { site in
            let (browser, _) = try await site.bound(to: SoftwareDevice())
            try await browser.expectServed()
            let copy = browser.stolen()
            let frame: HTTPFields = [.secFetchSite: "same-site", .secFetchDest: "iframe"]
            let logout = try await copy.get("/sign-in/front-channel-logout", headers: frame)
            #expect(logout.text.contains("Signed out") && logout.headers[.refresh] == nil)
            // Not every browser says that it is a frame.
            let unnamed = try await browser.stolen().get(
                "/sign-in/front-channel-logout", headers: [.secFetchSite: "same-site"])
            #expect(unnamed.text.contains("Signed out") && unnamed.headers[.refresh] == nil)
            #expect(try await copy.get("/account", headers: frame).headers[.refresh] == nil)
            #expect(try await copy.get("/account", headers: [.secFetchSite: "same-site"]).headers[.refresh] == "0")
        }
    }
}
