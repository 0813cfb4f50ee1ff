import DevelopmentIdentityProvider

extension ProviderConfiguration {
    static func test(_ directory: TestDirectory, _ clock: TestClock) -> ProviderConfiguration {
        var configuration = ProviderConfiguration(
            baseURL: "http://localhost:3001", dataDirectory: directory.path, clientID: TestRelyingParty.clientID,
            clientSecret: TestRelyingParty.secret, redirectURI: TestRelyingParty.redirectURI,
            postLogoutRedirectURIs: [TestRelyingParty.postLogoutRedirectURI])
        // Real hashes would be most of the tests' time.
        configuration.passwordCost = 4
        configuration.now = { clock.now }
        return configuration
    }
}
