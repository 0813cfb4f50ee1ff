import CurlTransport
import HTTPTransport
import SiteTesting
import TestSupport
import Testing

/// The program with `adminListen`, as both of its servers show it.
struct AdminProgram {
    /// What the development identity provider's form takes.
    static let user = ["email": "alice@dev.example", "password": "latchkey"]

    let web: Browser
    let admin: Browser
    let adminPort: Int

    func scrape() async throws -> Scrape { Scrape(text: try await admin.get("/metrics").text) }

    static func running(_ options: [String] = [], _ body: (AdminProgram) async throws -> Void) async throws {
        var ports: [Int] = []
        for _ in 0..<4 { ports.append(try await FreePort.find()) }
        let transport = try CurlClient()
        let folder = try TemporaryFolder()
        try await BuiltProgram.running(
            "latchkey",
            [
                "serve", "--listen", "127.0.0.1:\(ports[0])", "--identity-listen", "127.0.0.1:\(ports[1])",
                "--api-listen", "127.0.0.1:\(ports[2])", "--admin-listen", "127.0.0.1:\(ports[3])",
            ] + options, environment: [:], in: folder.url,
            until: [
                "Development identity provider  ", "Tasks API  ", "Latchkey  ",
                "Metrics                        http://127.0.0.1:\(ports[3])/metrics",
            ]
        ) {
            let browsers = try ["localhost:\(ports[0])", "127.0.0.1:\(ports[3])"].map {
                Browser(site: try #require(HTTPURL("http://\($0)")), transport: transport)
            }
            try await body(AdminProgram(web: browsers[0], admin: browsers[1], adminPort: ports[3]))
        }
    }
}
