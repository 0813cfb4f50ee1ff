import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@testable import CurlTransport

/// Content codings (RFC 9110, section 8.4).
@Suite struct CurlCodingTests {
    private static let text = String(repeating: "a list of tasks, ", count: 5_000)
    private static let plain = Array(text.utf8)

    /// Codings, and the text in them.
    private static let codedBodies: [(String, [UInt8])] = {
        let members: [UInt8] = Coded.gzip(Array(plain.prefix(7))) + Coded.gzip(Array(plain.dropFirst(7)))
        let gzip = ["gzip", "x-gzip", "GZIP", "identity, gzip ,"].map { ($0, Coded.gzip(plain)) }
        let deflate = [("deflate", Coded.zlib(plain)), ("deflate", Coded.raw(plain))]
        return gzip + deflate + [("gzip", members), ("identity", plain), (", ", plain)]
    }()

    @Test("Requests have no Accept-Encoding field, unless the caller sets it")
    func accepted() async throws {
        try await withTransport { _ in
            LoopbackResponse()
        } _: { transport, server in
            for fields: HTTPFields in [[:], [.acceptEncoding: "gzip"]] {
                for body in [nil, [1]] as [[UInt8]?] {
                    _ = try await transport.send(
                        TransportRequest(.post, server.url(), headerFields: fields, body: body))
                }
            }
            #expect(
                server.requests.map { $0.headerFields[values: .acceptEncoding] }
                    == [["identity"], ["identity"], ["gzip"], ["gzip"]])
        }
    }

    @Test(
        "A body that is compressed regardless is decoded, and the fields that described it are removed",
        arguments: codedBodies)
    func decoded(coding: String, body: [UInt8]) async throws {
        let response = LoopbackResponse(
            .created, headerFields: [.contentEncoding: coding, .contentType: "text/plain"], body: body)
        try await withTransport { _ in
            response
        } _: { transport, server in
            for _ in 0..<2 {
                let response = try await transport.send(TransportRequest(.get, server.url()))
                #expect(response.text == Self.text)
                #expect(response.status == .created)
                #expect(response.headerFields[.contentType] == "text/plain")
                let isDecoded = body != Self.plain
                #expect((response.headerFields[.contentEncoding] == nil) == isDecoded)
                #expect(response.values(of: .contentLength) == (isDecoded ? [] : ["\(Self.plain.count)"]))
            }
            #expect(server.connectionsAccepted == 1)
        }
    }

    @Test("An empty body isn't decoded")
    func empty() async throws {
        try await withTransport { _ in
            LoopbackResponse(headerFields: [.contentEncoding: "gzip"])
        } _: { transport, server in
            let response = try await transport.send(TransportRequest(.get, server.url()))
            #expect(response.body.isEmpty)
        }
    }

    @Test("A response without a body has no coding to decode")
    func withoutBody() async throws {
        try await withTransport { request in
            LoopbackResponse(
                .init(code: Int(request.path.dropFirst()) ?? 200),
                headerFields: [.contentEncoding: "br", .contentLength: "5"])
        } _: { transport, server in
            for (method, path) in [(HTTPRequest.Method.head, "/200"), (.get, "/204"), (.get, "/304")] {
                let response = try await transport.send(TransportRequest(method, server.url(path)))
                #expect(response.headerFields[.contentEncoding] == "br")
            }
        }
    }

    @Test(
        "A coding that isn't decoded is an invalid response, whose error names it",
        arguments: [
            ("br", "br"), ("zstd", "zstd"), ("compress", "compress"), ("gzip, gzip", "gzip, gzip"),
            ("gzip, br", "gzip, br"), ("gz ip", "gz?ip"), ("GZip;q=1", "gzip?q?1"), ("utf-8", "utf-8"),
            ("a\u{1B}[31m\"b", "a??31m?b"),
            (String(repeating: "long", count: 100), "longlonglonglonglong"), ("1,2,3,4,5", "1, 2, 3, 4, …"),
        ])
    func unknown(coding: String, named: String) async throws {
        try await withTransport { _ in
            LoopbackResponse(.created, headerFields: [.contentEncoding: coding], body: "?")
        } _: { transport, server in
            let error = try await expectFault(.invalidResponse) {
                try await transport.send(TransportRequest(.get, server.url()))
            }
            #expect(error?.description == "the response's content coding is not supported: \(named)")
            #expect(error?.status == .created)
        }
    }

    @Test("Two Content-Encoding fields are two codings")
    func twoFields() async throws {
        var fields: HTTPFields = [.contentEncoding: "gzip"]
        fields.append(HTTPField(name: .contentEncoding, value: "gzip"))
        let response = LoopbackResponse(headerFields: fields, body: Coded.gzip(Coded.gzip(Self.plain)))
        try await withTransport { _ in
            response
        } _: { transport, server in
            let error = try await expectFault(.invalidResponse) {
                try await transport.send(TransportRequest(.get, server.url()))
            }
            #expect(error?.description.hasSuffix(": gzip, gzip") == true)
        }
    }

    /// Codings, and bodies that aren't in them.
    private static let wrongBodies: [(String, [UInt8])] = {
        let (gzip, zlib, raw) = (Coded.gzip(plain), Coded.zlib(plain), Coded.raw(plain))
        let wrongSum: [UInt8] = gzip.dropLast(8) + [1, 2, 3, 4, 5, 6, 7, 8]
        let ofGzip: [[UInt8]] = [
            plain, Array("{}".utf8), zlib, [0x1F], gzip.dropLast(), gzip + [0], gzip + gzip.prefix(5), wrongSum,
        ]
        let ofDeflate: [[UInt8]] = [plain, gzip, [0x78], zlib.dropLast(), zlib + [0], raw.dropLast(), raw + raw]
        return ofGzip.map { ("gzip", $0) } + ofDeflate.map { ("deflate", $0) }
    }()

    @Test(
        "A body that isn't in the coding it names is an invalid response, whose error names it",
        arguments: wrongBodies)
    func notInCoding(coding: String, body: [UInt8]) async throws {
        let response = LoopbackResponse(headerFields: [.contentEncoding: coding], body: body)
        try await withTransport { _ in
            response
        } _: { transport, server in
            let error = try await expectFault(.invalidResponse) {
                try await transport.send(TransportRequest(.get, server.url()))
            }
            #expect(error?.description == "the response's body is not in the content coding that it names: \(coding)")
            #expect(error?.status == .ok)
        }
    }

    @Test("The bound of a body counts decoded bytes", arguments: ["gzip", "deflate"])
    func bounds(coding: String) async throws {
        // Random bytes become longer by being encoded.
        var random = SystemRandomNumberGenerator()
        let noise = (0..<10_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        let zeros = [UInt8](repeating: 0, count: 3 << 20)
        try await withTransport(CurlConfiguration(maximumBodyBytes: 1 << 20)) { request in
            let body = request.path == "/noise" ? noise : zeros
            return LoopbackResponse(
                headerFields: [.contentEncoding: coding], body: coding == "gzip" ? Coded.gzip(body) : Coded.zlib(body))
        } _: { transport, server in
            func send(_ path: String, _ bound: Int) async throws -> TransportResponse {
                try await transport.send(TransportRequest(.get, server.url(path), maximumResponseBytes: bound))
            }
            #expect(try await send("/noise", noise.count).body == noise)
            try await expectFault(.responseTooLarge) { try await send("/noise", noise.count - 1) }
            try await expectFault(.responseTooLarge) { try await send("/zeros", 100_000) }
            try await expectFault(.responseTooLarge, "of all bodies together") { try await send("/zeros", zeros.count) }
            #expect(try await send("/noise", noise.count).body == noise)
        }
    }
}
