import HTTPTransport
import HTTPTypes
import SystemLibrary
import TestSupport
import Testing

@Suite struct TransportExchangeTests {
    @Test("A request goes out as it is, and the response comes back whole", arguments: TransportKind.allCases)
    func getsResponse(_ kind: TransportKind) async throws {
        try await withTransport(kind, userAgent: "tests") { request in
            LoopbackResponse(
                .init(code: 418), headerFields: [.contentType: "text/plain", .init("X-Empty")!: ""],
                body: "tea: \(request.target)")
        } _: { transport, server in
            let fields: HTTPFields = [.authorization: "Bearer abc", .init("X-Nothing")!: ""]
            let response = try await transport.send(
                TransportRequest(.get, server.url("/a/../b%20c?d=e%26&f"), headerFields: fields))
            #expect(response.status.code == 418)
            #expect(response.headerFields[.contentType] == "text/plain")
            #expect(response.headerFields[.init("x-empty")!] == "")
            #expect(response.text == "tea: /a/../b%20c?d=e%26&f")

            let request = try #require(server.requests.first)
            #expect(request.method == .get)
            #expect(request.headerFields[.authorization] == "Bearer abc")
            #expect(request.headerFields[.init("X-Nothing")!] == "")
            #expect(request.headerFields[.userAgent] == "tests")
            #expect(request.headerFields[.init("Host")!] == "127.0.0.1:\(server.port)")
            #expect(request.headerFields[.acceptEncoding] == "identity")
            #expect(request.headerFields[.cookie] == nil)
            #expect(request.body.isEmpty)
        }
    }

    @Test(
        "A request's own User-Agent is sent in place of the configured one", arguments: TransportKind.allCases,
        [nil, Array("body".utf8)])
    func ownUserAgent(_ kind: TransportKind, body: [UInt8]?) async throws {
        try await withTransport(kind, userAgent: "tests") { _ in
            LoopbackResponse()
        } _: { transport, server in
            let method: HTTPRequest.Method = body == nil ? .get : .post
            for fields: HTTPFields in [[.userAgent: "mine"], [:]] {
                _ = try await transport.send(
                    TransportRequest(method, server.url(), headerFields: fields, body: body))
            }
            #expect(server.requests.map { $0.headerFields[values: .userAgent] } == [["mine"], ["tests"]])
        }
    }

    @Test(
        "A request's body arrives byte for byte, with its length and without waiting for 100",
        arguments: TransportKind.allCases, [0, 1, 2_000, 70_000, 3_000_000])
    func postsBody(_ kind: TransportKind, size: Int) async throws {
        try await withTransport(kind) {
            LoopbackResponse(body: $0.body)
        } _: { transport, server in
            let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let response = try await transport.send(
                TransportRequest(
                    .post, server.url(), body: body, timeout: .seconds(60), maximumResponseBytes: 4_000_000))
            #expect(response.body == body)
            let request = try #require(server.requests.first)
            #expect(request.method == .post)
            #expect(request.headerFields[.contentLength] == "\(size)")
            #expect(request.headerFields[.transferEncoding] == nil)
            #expect(request.headerFields[.expect] == nil)
            #expect(request.headerFields[.contentType] == nil)
        }
    }

    @Test(
        "Every method goes out by its name, with a body and without",
        arguments: TransportKind.allCases, [HTTPRequest.Method.post, .put, .patch, .delete, .get, .options])
    func methods(_ kind: TransportKind, method: HTTPRequest.Method) async throws {
        try await withTransport(kind) { _ in
            LoopbackResponse(body: "done")
        } _: { transport, server in
            for body in [Array("{}".utf8), nil] {
                let request = try TransportRequest(
                    method, server.url(), headerFields: [.contentType: "application/json"], body: body)
                #expect(try await transport.send(request).text == "done")
            }
            #expect(server.requests.map(\.method) == [method, method])
            #expect(server.requests.map(\.text) == ["{}", ""])
            #expect(server.requests.first?.headerFields[values: .contentType] == ["application/json"])
        }
    }

    @Test("A response to HEAD has the header alone, whatever length it announces", arguments: TransportKind.allCases)
    func head(_ kind: TransportKind) async throws {
        try await withTransport(kind) { _ in
            LoopbackResponse(headerFields: [.contentLength: "99999999"])
        } _: { transport, server in
            let response = try await transport.send(TransportRequest(.head, server.url(), maximumResponseBytes: 10))
            #expect(response.headerFields[.contentLength] == "99999999")
            #expect(response.body.isEmpty)
            #expect(server.requests.map(\.method) == [.head])
        }
    }

    @Test("Several fields of one name stay separate, in their order", arguments: TransportKind.allCases)
    func repeatedFields(_ kind: TransportKind) async throws {
        let raw = "HTTP/1.1 200 OK\r\nSet-Cookie: a=1, x\r\nX-Other: o\r\nset-cookie:b=2\r\nContent-Length: 0\r\n\r\n"
        try await withTransport(kind) { _ in
            .raw(raw, close: false)
        } _: { transport, server in
            let response = try await transport.send(TransportRequest(.get, server.url()))
            #expect(response.headerFields[values: .setCookie] == ["a=1, x", "b=2"])
            #expect(response.values(of: .setCookie) == ["a=1, x", "b=2"])
            let again = try await transport.send(TransportRequest(.get, server.url()))
            #expect(again.headerFields == response.headerFields)
            #expect(server.requests.allSatisfy { $0.headerFields[.cookie] == nil })
        }
    }

    @Test("An interim response's fields and trailers are not among the response's", arguments: TransportKind.allCases)
    func finalFieldsOnly(_ kind: TransportKind) async throws {
        let raw = """
            HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-Final: 1\r\n\r\n\
            2\r\nok\r\n0\r\nX-Trailer: 1\r\n\r\n
            """
        try await withTransport(kind) { _ in
            .raw(raw)
        } _: { transport, server in
            let response = try await transport.send(TransportRequest(.get, server.url()))
            #expect(response.status == .ok)
            #expect(response.text == "ok")
            #expect(response.headerFields.map(\.name.rawName) == ["Transfer-Encoding", "X-Final"])
        }
    }

    @Test("A redirect is a response like any other", arguments: TransportKind.allCases, [301, 302, 303, 307, 308])
    func redirects(_ kind: TransportKind, code: Int) async throws {
        try await withTransport(kind) { _ in
            LoopbackResponse(.init(code: code), headerFields: [.location: "/elsewhere"], body: "moved")
        } _: { transport, server in
            let response = try await transport.send(TransportRequest(.get, server.url("/here")))
            #expect(response.status.code == code)
            #expect(response.headerFields[.location] == "/elsewhere")
            #expect(server.requests.map(\.target) == ["/here"])
        }
    }

    @Test("Responses with a status that has no body end at once", arguments: TransportKind.allCases, [204, 304])
    func withoutBody(_ kind: TransportKind, code: Int) async throws {
        try await withTransport(kind) { _ in
            LoopbackResponse(.init(code: code))
        } _: { transport, server in
            let response = try await transport.send(TransportRequest(.delete, server.url()))
            #expect(response.status.code == code)
            #expect(response.body.isEmpty)
        }
    }

    @Test("A proxy of the environment is not used")
    func noProxy() async {
        await #expect(processExitsWith: .success) {
            setenv("http_proxy", "http://127.0.0.1:1", 1)
            setenv("ALL_PROXY", "http://127.0.0.1:1", 1)
            for kind in TransportKind.allCases {
                try await withTransport(kind) { _ in
                    LoopbackResponse(body: "direct")
                } _: { transport, server in
                    let response = try await transport.send(TransportRequest(.get, server.url()))
                    #expect(response.text == "direct")
                }
            }
        }
    }
}
