package import CurlTransport
package import MisbehavingProvider
package import OpenIDConnectTesting
package import SealedCookies

/// What a site is made of, whatever its application.
package struct SitePlan: Sendable {
    package let provider: ScriptedProvider
    /// The provider of a further authority.
    package let partner: ScriptedProvider?
    package let transport: CurlClient
    package let clock: TestClock
    package var keys: SealingKeys
    package var store: SwitchableSessionStore
    /// The origin that users know the site by; `nil` for where it listens.
    package var publicOrigin: String?
    /// Whether the site itself speaks HTTPS.
    package var isSecure = false

    /// A plan with new keys.
    package init(
        provider: ScriptedProvider, partner: ScriptedProvider? = nil, transport: CurlClient,
        clock: TestClock = .running(), store: SwitchableSessionStore = SwitchableSessionStore()
    ) throws {
        self.provider = provider
        self.partner = partner
        self.transport = transport
        self.clock = clock
        self.store = store
        keys = try SealingKeys([.generate()])
    }
}
