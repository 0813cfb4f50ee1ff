package import CurlTransport
package import HTTPTransport
import HTTPTypes
package import HummingbirdOpenIDConnect
package import MisbehavingProvider
package import OpenIDConnectTesting
package import SealedCookies
import TestSupport

/// A site at a port, and its provider at another.
///
/// `Parts` has what the tests of its application need in addition.
package struct Site<Parts: Sendable>: Sendable {
    /// Where it listens.
    package let url: HTTPURL
    /// The origin that users know it by.
    package let publicOrigin: String
    package let signIn: WebSignIn
    /// The routes, each as its method and its path.
    package let routes: [String]
    package let plan: SitePlan
    package let parts: Parts

    package var provider: ScriptedProvider { plan.provider }
    /// The provider of the further authority; the only one if there is none.
    package var partner: ScriptedProvider { plan.partner ?? plan.provider }
    package var transport: CurlClient { plan.transport }
    package var clock: TestClock { plan.clock }
    package var keys: SealingKeys { plan.keys }
    /// The sessions as this replica reaches them.
    package var store: SwitchableSessionStore { plan.store }

    /// Runs a body while a program serves the site at a free port.
    package static func running<Result: Sendable>(
        _ plan: SitePlan, _ parts: Parts,
        program make: (_ url: HTTPURL, _ publicOrigin: String) throws -> SiteProgram,
        _ body: @Sendable (Site) async throws -> Result
    ) async throws -> Result {
        let scheme = plan.isSecure ? "https" : "http"
        guard let url = HTTPURL("\(scheme)://localhost:\(try await FreePort.find())") else {
            throw LoopbackFault.notAURL
        }
        let publicOrigin = plan.publicOrigin ?? url.origin
        let program = try make(url, publicOrigin)
        let site = Site(
            url: url, publicOrigin: publicOrigin, signIn: program.signIn, routes: program.routes, plan: plan,
            parts: parts)
        try? await site.signIn.prepare()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await site.signIn.run() }
            defer { group.cancelAll() }
            return try await listening(program.service) { _ in try await body(site) }
        }
    }

    /// A browser that has never been here, or has cookies of an earlier visit.
    package func browser(_ cookies: CookieJar = [:]) -> Browser {
        Browser(
            site: url, publicOrigin: publicOrigin, transport: transport, cookies: cookies, formPage: "/tasks")
    }

    /// A browser that is signed in.
    package func signedIn(_ path: String = "/sign-in", as user: ScriptedUser = .alice) async throws -> Browser {
        provider.user = user
        partner.user = user
        let browser = browser()
        let page = try await browser.signIn(path)
        let isSession = { (cookie: SetCookie) in !cookie.isExpiring && !cookie.name.hasSuffix("-rounds") }
        guard page.status == .seeOther, page.cookies.contains(where: isSession) else {
            throw WebPageError(page, "is no sign-in")
        }
        return browser
    }
}
