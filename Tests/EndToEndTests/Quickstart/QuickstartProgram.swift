import CurlTransport
import Foundation
import HTTPTransport
import HTTPTypes
import SiteTesting
import TestSupport
import Testing

/// The tutorial's app, running.
struct QuickstartProgram {
    /// The secret of the registration.
    static let secret = "quickstart-secret"

    let url: HTTPURL
    private let transport: CurlClient

    /// Runs a body while the app runs.
    ///
    /// - Parameters:
    ///   - step: The step of the tutorial; `nil` for the complete app.
    ///   - settings: The text of `settings.plist`.
    ///   - folder: Its working directory.
    static func running(
        _ step: Int?, settings: String, port: Int, in folder: URL, _ body: (QuickstartProgram) async throws -> Void
    ) async throws {
        try settings.write(to: folder.appending(path: "settings.plist"), atomically: true, encoding: .utf8)
        let program = QuickstartProgram(
            url: try #require(HTTPURL("http://localhost:\(port)")), transport: try CurlClient())
        try await BuiltProgram.running(
            "Quickstart", step.map { ["\($0)"] } ?? [], environment: ["CLIENT_SECRET": secret], in: folder,
            until: ["listening"]
        ) {
            try await body(program)
        }
    }

    func browser() -> Browser { Browser(site: url, transport: transport) }
}

/// The development identity provider and the tasks API, running for the tutorial's app.
struct QuickstartServices {
    /// The folder of the app's code and of its `settings.plist`.
    static let sources = Checkout["Examples/Quickstart"]

    /// The text of `docs/quickstart.md`.
    static var tutorial: String {
        get throws {
            try String(contentsOf: Checkout["docs/quickstart.md"], encoding: .utf8)
        }
    }

    private let settings: String
    private let port: Int
    private let folder: TemporaryFolder

    /// Runs a body while they run, started by the tutorial's command at other ports.
    static func running(_ body: (QuickstartServices) async throws -> Void) async throws {
        let (port, web) = (try await FreePort.find(), try await FreePort.find())
        let (provider, api) = (try await FreePort.find(), try await FreePort.find())
        let settings = try String(contentsOf: sources.appending(path: "settings.plist"), encoding: .utf8)
            .replacing("localhost:8080", with: "localhost:\(port)")
            .replacing("localhost:3001", with: "localhost:\(provider)")
            .replacing("127.0.0.1:3002", with: "127.0.0.1:\(api)")
        let shown = try tutorial.split(separator: "\n").first { $0.hasPrefix(".build/release/latchkey serve ") }
        let command = try #require(shown).replacing("localhost:8080", with: "localhost:\(port)")
            .split(separator: " ").dropFirst().map(String.init)
        #expect(try tutorial.contains("export LATCHKEY_CLIENT_SECRET=\(QuickstartProgram.secret)\n"))
        let folder = try TemporaryFolder()
        try await BuiltProgram.running(
            "latchkey",
            command + [
                "--listen", "127.0.0.1:\(web)", "--identity-listen", "127.0.0.1:\(provider)",
                "--api-listen", "127.0.0.1:\(api)",
            ],
            environment: ["LATCHKEY_CLIENT_SECRET": QuickstartProgram.secret], in: folder.url,
            until: ["Development identity provider  ", "Tasks API  ", "Latchkey  "]
        ) {
            try await body(QuickstartServices(settings: settings, port: port, folder: folder))
        }
    }

    /// Runs a body while the app runs as it is after a step of the tutorial.
    func running(_ step: Int, _ body: (QuickstartProgram) async throws -> Void) async throws {
        try await QuickstartProgram.running(step, settings: settings, port: port, in: folder.url, body)
    }
}
