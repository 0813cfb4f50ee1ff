import FoundationEssentials
import HTTPTransport
import Hummingbird
import HummingbirdTesting
import Logging
import SiteTesting
import TestSupport
import Testing

@testable import DevelopmentIdentityProvider

/// A provider that listens on a separate port for as long as a test lasts.
struct TestProvider: Sendable {
    let wire: any TestClientProtocol
    let clock: TestClock
    let folder: TemporaryFolder

    private let url: HTTPURL

    func browser(_ cookies: CookieJar = [:]) -> Browser {
        Browser(site: url, transport: InProcessTransport(wire), cookies: cookies)
    }

    var relyingParty: TestRelyingParty { TestRelyingParty(wire: wire) }

    /// A provider and a clock that tests share which change neither accounts nor the time.
    private static let shared = Task {
        let (folder, clock) = (try await Self.folder(), TestClock())
        return (provider: try await make(in: folder, clock), folder: folder, clock: clock)
    }

    private static let template = Task {
        let folder = try TemporaryFolder()
        _ = try await make(in: folder, TestClock())
        return folder
    }

    /// A data directory for one test: a copy of one that is made once, because keys take time.
    static func folder() async throws -> TemporaryFolder {
        let (folder, template) = (try TemporaryFolder(), try await Self.template.value)
        for name in try FileManager.default.contentsOfDirectory(atPath: template.path) {
            try FileManager.default.copyItem(atPath: template.file(name), toPath: folder.file(name))
        }
        return folder
    }

    private static func make(in folder: TemporaryFolder, _ clock: TestClock) async throws -> DevelopmentProvider {
        try await DevelopmentProvider(configuration: .test(folder, clock), logger: .silent)
    }

    /// Runs a provider for one test, in a new directory unless one is given.
    static func run(
        in folder: TemporaryFolder? = nil, clock: TestClock = TestClock(),
        _ body: @escaping @Sendable (TestProvider) async throws -> Void
    ) async throws {
        let folder = if let folder { folder } else { try await self.folder() }
        try await serve(try await make(in: folder, clock), clock, folder, body)
    }

    /// Runs the shared provider, on a separate port for the test.
    static func runShared(_ body: @escaping @Sendable (TestProvider) async throws -> Void) async throws {
        let shared = try await shared.value
        try await serve(shared.provider, shared.clock, shared.folder, body)
    }

    private static func serve(
        _ provider: DevelopmentProvider, _ clock: TestClock, _ folder: TemporaryFolder,
        _ body: @escaping @Sendable (TestProvider) async throws -> Void
    ) async throws {
        let application = Application(
            router: provider.buildRouter(),
            configuration: ApplicationConfiguration(address: .hostname("localhost", port: 0)),
            logger: .silent)
        let url = try #require(HTTPURL(ProviderConfiguration.test(folder, clock).baseURL))
        try await application.test(.router) { wire in
            try await body(TestProvider(wire: wire, clock: clock, folder: folder, url: url))
        }
    }
}
