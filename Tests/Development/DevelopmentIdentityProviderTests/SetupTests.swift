import DevelopmentIdentityProvider
import Foundation
import Logging
import SiteTesting
import TestSupport
import Testing

@Suite struct SetupTests {
    @Test("A password costs what the tests alone lower") func passwordCost() {
        let configuration = ProviderConfiguration(
            baseURL: "http://localhost:3001", dataDirectory: "/nowhere", clientID: "app", clientSecret: "secret",
            redirectURI: "http://localhost:3000/return", postLogoutRedirectURIs: [])
        #expect(configuration.passwordCost == 15)
    }

    @Test(
        "A base URL that others could reach, or that is none, is refused",
        arguments: [
            "http://example.com:3001", "http://0.0.0.0:3001", "localhost:3001", "http://localhost:3001/path",
            "http://localhost:3001?q", "https://localhost:3001",
        ])
    func baseURL(url: String) async throws {
        let folder = try TemporaryFolder()
        var configuration = ProviderConfiguration.test(folder, TestClock())
        configuration.baseURL = url
        let refused = configuration
        let error = await #expect(throws: ProviderSetupError.self) {
            try await DevelopmentProvider(configuration: refused, logger: Logger(label: "test"))
        }
        #expect(error?.kind == .baseURL)
    }

    @Test("A text that is no redirect URI, and a data directory that can't be one, are refused")
    func others() async throws {
        let folder = try TemporaryFolder()
        var configuration = ProviderConfiguration.test(folder, TestClock())
        configuration.redirectURI = "urn:ietf:wg:oauth:2.0:oob"
        let noURI = configuration
        let response = await #expect(throws: ProviderSetupError.self) {
            try await DevelopmentProvider(configuration: noURI, logger: Logger(label: "test"))
        }
        #expect(response?.kind == .redirectURI)
        configuration = .test(folder, TestClock())
        configuration.dataDirectory = "/dev/null/data"
        let noPlace = configuration
        let place = await #expect(throws: ProviderSetupError.self) {
            try await DevelopmentProvider(configuration: noPlace, logger: Logger(label: "test"))
        }
        #expect(place?.kind == .dataDirectory)
    }

    @Test("A key file that is no key is refused with its name, and stays", arguments: ["", "-----BEGIN"])
    func damagedKey(contents: String) async throws {
        let folder = try TemporaryFolder()
        let path = folder.file(ProviderConfiguration.keyFile)
        try Data(contents.utf8).write(to: URL(filePath: path))
        let error = await #expect(throws: ProviderSetupError.self) {
            try await DevelopmentProvider(
                configuration: .test(folder, TestClock()), logger: Logger(label: "test"))
        }
        #expect(error?.kind == .dataDirectory)
        #expect(error?.description.contains(path) == true)
        #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8) == contents)
    }

    @Test("A link to nothing is no place for the key") func danglingKey() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file(ProviderConfiguration.keyFile)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nowhere.pem")
        let error = await #expect(throws: ProviderSetupError.self) {
            try await DevelopmentProvider(
                configuration: .test(folder, TestClock()), logger: Logger(label: "test"))
        }
        #expect(error?.description.contains(path) == true)
    }

    @Test("A database file that is no database is refused with its name, and stays")
    func damagedDatabase() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file(ProviderConfiguration.databaseFile)
        let contents = Data(repeating: 7, count: 4096)
        try contents.write(to: URL(filePath: path))
        let error = await #expect(throws: ProviderSetupError.self) {
            try await DevelopmentProvider(
                configuration: .test(folder, TestClock()), logger: Logger(label: "test"))
        }
        #expect(error?.kind == .dataDirectory)
        #expect(error?.description.contains(path) == true)
        #expect(try Data(contentsOf: URL(filePath: path)) == contents)
    }

    @Test(
        "The authority is the tenant's, with a place for the policy",
        arguments: ["http://localhost:3001", "http://localhost:3001/"])
    func authority(base: String) {
        #expect(
            DevelopmentProvider.authority(baseURL: base) == "http://localhost:3001/dev.example/{policy}/v2.0")
    }
}
