import DevelopmentIdentityProvider
import Hummingbird
import HummingbirdTesting
import Logging

/// A provider that listens on a port of its own for as long as a test lasts.
struct TestProvider: Sendable {
    let wire: any TestClientProtocol
    let clock: TestClock
    let directory: TestDirectory

    var browser: TestBrowser { TestBrowser(wire: wire) }

    var relyingParty: TestRelyingParty { TestRelyingParty(wire: wire) }

    static func run(
        in directory: TestDirectory? = nil, clock: TestClock = TestClock(),
        _ body: @escaping @Sendable (TestProvider) async throws -> Void
    ) async throws {
        let own = directory == nil ? try await TestDirectory.make() : nil
        defer { own?.remove() }
        guard let place = directory ?? own else { return }
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let provider = try await DevelopmentIdentityProvider(configuration: .test(place, clock), logger: logger)
        let application = Application(
            router: provider.buildRouter(), configuration: ApplicationConfiguration(address: .hostname("localhost", port: 0)), logger: logger)
        try await application.test(.live) { wire in
            try await body(TestProvider(wire: wire, clock: clock, directory: place))
        }
    }
}
