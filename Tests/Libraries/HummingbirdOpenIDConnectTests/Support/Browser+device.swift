import HTTPTypes
import SiteTesting
import Testing
import WebSupport

extension WebPage {
    /// The name that a binding has in the browser, with the challenge of its next proof.
    var deviceIdentifier: String? {
        self["Secure-Session-Challenge"]?.wholeMatch(of: #/"[^"]+"; *id="([^"]+)"/#).map { String($0.1) }
    }
}

extension Browser {
    private static let deviceCookie = "__Host-session-device"

    /// A browser elsewhere, with a copy of the session's cookie alone, or of the device's as well.
    func stolen(withDeviceCookie: Bool = false) -> Browser {
        let thief = copy()
        if !withDeviceCookie { thief.cookies[Self.deviceCookie] = nil }
        return thief
    }

    /// Whether the browser has a cookie of its device.
    var hasDeviceCookie: Bool { cookies[Self.deviceCookie] != nil }

    /// Expects that a page is served.
    func expectServed(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let page = try await get("/account", headers: [.secFetchSite: "same-origin"])
        #expect(page.status == .ok && page.text == "Alice", "\(page.status)", sourceLocation: sourceLocation)
    }

    /// Expects that the session's cookie is of no use: a navigation leads to sign-in, and a script gets 401.
    func expectRefused(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let page = try await get("/account", headers: [.secFetchSite: "same-origin"])
        #expect(page.status == .seeOther, "\(page.status)", sourceLocation: sourceLocation)
        #expect(page.location == "/sign-in?returnTo=%2Faccount", sourceLocation: sourceLocation)
        let fetched = try await fetch("/account")
        #expect(fetched.status == .unauthorized, "\(fetched.status)", sourceLocation: sourceLocation)
    }
}

extension TestSite {
    /// A browser that has signed in on a device, and has its cookie; with the site's response to the registration.
    func bound(to device: SoftwareDevice) async throws -> (browser: Browser, binding: WebPage) {
        let browser = browser()
        let binding = try await browser.register(device, after: try await browser.signIn())
        try #require(binding.status == .ok, "\(binding.status)")
        try #require(browser.hasDeviceCookie)
        return (browser, binding)
    }
}
