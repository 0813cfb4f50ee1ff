import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Synchronization
import Testing

@testable import WebSupport

@Suite struct TraceMiddlewareTests {
    private static let received = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

    /// The traces of requests with such fields, which come over a connection from an address.
    private func traces(
        _ requests: [[String]], trusting proxies: [String] = [], peer: String? = "127.0.0.1"
    ) async throws -> [TraceParent] {
        let found = Mutex<[TraceParent?]>([])
        let router = Router(context: BasicRequestContext.self)
        router.add(
            middleware: TraceMiddleware(proxies: TrustedProxies(proxies.compactMap(AddressRange.init))) { _ in peer })
        router.get("/") { _, _ in
            found.withLock { $0.append(TraceParent.current) }
            return "ok"
        }
        try await Application(router: router).test(.router) { client in
            for values in requests {
                var fields = HTTPFields()
                fields[values: TraceParent.fieldName] = values
                _ = try await client.execute(uri: "/", method: .get, headers: fields)
            }
        }
        return found.withLock { $0.compactMap(\.self) }
    }

    @Test("Each request without a trace gets one of its own") func new() async throws {
        let found = try await traces([[], []], trusting: ["127.0.0.1"])
        #expect(found.first?.text.wholeMatch(of: /00-[0-9a-f]{32}-[0-9a-f]{16}-00/) != nil)
        #expect(Set(found.map(\.traceID)).count == 2)
    }

    @Test("A trusted proxy's trace is continued") func continued() async throws {
        let found = try #require(try await traces([[Self.received]], trusting: ["127.0.0.0/8"]).first)
        #expect(found.traceID == "0af7651916cd43dd8448eb211c80319c" && found.text == Self.received)
    }

    @Test(
        "The trace of any other sender is not continued",
        arguments: [([], "127.0.0.1"), (["192.0.2.1"], "127.0.0.1"), (["192.0.2.1"], nil)] as [([String], String?)])
    func untrusted(proxies: [String], peer: String?) async throws {
        let found = try #require(try await traces([[Self.received]], trusting: proxies, peer: peer).first)
        #expect(found.traceID != "0af7651916cd43dd8448eb211c80319c" && found.text.hasSuffix("-00"))
    }

    @Test("A trusted proxy's invalid trace is replaced, and so are two of them") func invalid() async throws {
        let found = try await traces([["\(Self.received)-"], [Self.received, Self.received]], trusting: ["127.0.0.1"])
        #expect(found.count == 2)
        #expect(!found.contains { $0.traceID == "0af7651916cd43dd8448eb211c80319c" })
    }
}
