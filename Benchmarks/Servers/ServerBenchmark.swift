import HTTPServer
import Hummingbird
import HummingbirdCore
import Logging

/// Serves one router by Hummingbird's own server, or by HTTPServer, until it is terminated.
///
///     make benchmark-servers
///     .build/release/ServerBenchmark Hummingbird|HTTPServer PORT
@main
struct ServerBenchmark {
    private static let page = ByteBuffer(repeating: UInt8(ascii: "x"), count: 16 * 1024)

    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let name = arguments.first, let port = arguments.last.flatMap(Int.init) else {
            throw UsageError()
        }
        let address = BindAddress.hostname(port: port)
        var logger = Logger(label: "benchmark")
        logger.logLevel = .error
        switch name {
        case "Hummingbird":
            let configuration = ApplicationConfiguration(address: address)
            try await Application(router: router(), configuration: configuration, logger: logger).run()
        case "HTTPServer":
            try await WebServer(router: router(), address: address, logger: logger).run()
        default: throw UsageError()
        }
    }

    private static func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.get("/hello") { _, _ in "Hello" }
        router.get("/page") { _, _ in Response(status: .ok, body: ResponseBody(byteBuffer: page)) }
        router.get("/form") { _, _ in "form" }
        router.post("/form") { request, _ in
            "\(try await request.body.collect(upTo: 64 * 1024).readableBytes)"
        }
        return router
    }

    private struct UsageError: Error {}
}
