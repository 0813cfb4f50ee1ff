import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Testing
import WebServing

@testable import TasksWeb

@Suite struct CorrelationTests {
    private func identifier(_ configured: String?) async throws -> String? {
        var found: String?
        _ = try await CorrelationMiddleware(configured: configured).answer(InProcess.request()) { _, _ in
            found = Correlation.identifier
            return Response(status: .ok)
        }
        return found
    }

    @Test("Each request has an identifier of its own") func own() async throws {
        let one = try #require(try await identifier(nil)), other = try #require(try await identifier(nil))
        #expect(one != other)
        #expect(one.wholeMatch(of: #/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/#) != nil)
    }

    @Test("One that is configured serves all") func configured() async throws {
        #expect(try await identifier("11111111-2222-3333-4444-555555555555") == "11111111-2222-3333-4444-555555555555")
    }

    @Test("Outside a request there is none") func outside() {
        #expect(Correlation.identifier == nil && Correlation.trace == nil && Correlation.metadata.get().isEmpty)
    }

    // MARK: The trace

    private static let received = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

    /// The trace of a request with a field, which comes over a connection from this machine.
    private func trace(_ field: String?, trusting proxies: [String] = []) async throws -> (
        TraceParent?, Logger.Metadata
    ) {
        var found: (TraceParent?, Logger.Metadata) = (nil, [:])
        let middleware = CorrelationMiddleware(
            configured: nil, proxies: TrustedProxies(proxies.compactMap(AddressRange.init)))
        let request = InProcess.request(.get, "/", field.map { [.traceParent: $0] } ?? [:])
        var context = try await InProcess.context()
        context.peer = try SocketAddress(ipAddress: "127.0.0.1", port: 1)
        _ = try await middleware.handle(request, context: context) { _, _ in
            found = (Correlation.trace, Correlation.metadata.get())
            return Response(status: .ok)
        }
        return found
    }

    @Test("Each request without a trace gets one of its own, which each of its log lines has")
    func newTrace() async throws {
        let (one, metadata) = try await trace(nil, trusting: ["127.0.0.1"])
        let (other, _) = try await trace(nil, trusting: ["127.0.0.1"])
        #expect(one?.text.wholeMatch(of: /00-[0-9a-f]{32}-[0-9a-f]{16}-00/) != nil)
        #expect(one?.traceID != other?.traceID)
        #expect(metadata["trace"] == one.map { "\($0.traceID)" })
        #expect(metadata["correlation"] != nil)
    }

    @Test("A trusted proxy's trace goes on, with this request as the parent of its calls") func continued() async throws
    {
        let found = try #require(try await trace(Self.received, trusting: ["127.0.0.0/8"]).0)
        #expect(found.traceID == "0af7651916cd43dd8448eb211c80319c" && found.text.hasSuffix("-01"))
        #expect(!found.text.contains("b7ad6b7169203331"))
    }

    @Test("A trace of anybody else is not taken over") func untrusted() async throws {
        for proxies in [[], ["192.0.2.1"]] {
            let found = try #require(try await trace(Self.received, trusting: proxies).0)
            #expect(found.traceID != "0af7651916cd43dd8448eb211c80319c" && found.text.hasSuffix("-00"))
        }
    }

    @Test("A trusted proxy's invalid trace is replaced") func invalid() async throws {
        let found = try #require(try await trace("\(Self.received)-", trusting: ["127.0.0.1"]).0)
        #expect(found.traceID != "0af7651916cd43dd8448eb211c80319c")
    }
}
