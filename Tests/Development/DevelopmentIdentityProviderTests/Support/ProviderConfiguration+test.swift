import DevelopmentIdentityProvider
import SiteTesting
import TestSupport

extension ProviderConfiguration {
    static func test(_ folder: TemporaryFolder, _ clock: TestClock) -> ProviderConfiguration {
        var configuration = ProviderConfiguration(
            baseURL: "http://localhost:3001", dataDirectory: folder.path, clientID: TestRelyingParty.clientID,
            clientSecret: TestRelyingParty.secret, redirectURI: TestRelyingParty.redirectURI,
            postLogoutRedirectURIs: [TestRelyingParty.postLogoutRedirectURI])
        // Real hashes would be most of the tests' time.
        configuration.passwordCost = 4
        configuration.now = { clock.now }
        return configuration
    }
}
