import Hummingbird
import HummingbirdTesting
import Logging

@testable import DevelopmentIdentityProvider

/// A provider that listens on a separate port for as long as a test lasts.
struct TestProvider: Sendable {
    let wire: any TestClientProtocol
    let clock: TestClock
    let directory: TestDirectory

    var browser: TestBrowser { TestBrowser(wire: wire) }

    var relyingParty: TestRelyingParty { TestRelyingParty(wire: wire) }

    /// A provider and a clock that tests share which change neither accounts nor the time.
    private static let shared = Task {
        let (directory, clock) = (try await TestDirectory.make(), TestClock())
        return (provider: try await make(in: directory, clock), directory: directory, clock: clock)
    }

    static func make(in directory: TestDirectory, _ clock: TestClock) async throws -> DevelopmentProvider {
        try await DevelopmentProvider(
            configuration: .test(directory, clock), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Runs a provider for one test, in a new directory unless one is given.
    static func run(
        in directory: TestDirectory? = nil, clock: TestClock = TestClock(),
        _ body: @escaping @Sendable (TestProvider) async throws -> Void
    ) async throws {
        let own = directory == nil ? try await TestDirectory.make() : nil
        defer { own?.remove() }
        guard let place = directory ?? own else { return }
        try await serve(try await make(in: place, clock), clock, place, body)
    }

    /// Runs the shared provider, on a separate port for the test.
    static func runShared(_ body: @escaping @Sendable (TestProvider) async throws -> Void) async throws {
        let shared = try await shared.value
        try await serve(shared.provider, shared.clock, shared.directory, body)
    }

    private static func serve(
        _ provider: DevelopmentProvider, _ clock: TestClock, _ directory: TestDirectory,
        _ body: @escaping @Sendable (TestProvider) async throws -> Void
    ) async throws {
        let application = Application(
            router: provider.buildRouter(),
            configuration: ApplicationConfiguration(address: .hostname("localhost", port: 0)),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await application.test(.live) { wire in
            try await body(TestProvider(wire: wire, clock: clock, directory: directory))
        }
    }
}
