import TestSupport
import Testing

@testable import HTTPServer

@Suite struct RouterOtherMethodsTests {
    @Test(
        "A known path with another method is 405 with the allowed methods",
        arguments: [
            ("POST /", "GET, HEAD"), ("DELETE /", "GET, HEAD"), ("OPTIONS /", "GET, HEAD"), ("GET /echo", "POST"),
            ("PUT /echo", "POST"),
            ("PATCH /both", "GET, HEAD, POST"), ("GET /items/7", "DELETE"), ("POST /items/7", "DELETE"),
            ("POST /?x=1", "GET, HEAD"),
        ])
    func otherMethods(_ line: String, _ allow: String) async throws {
        try await TestServer.run { server in
            let response = try await server.response("\(line) HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n")
            #expect(response.status == 405)
            #expect(response["Allow"] == allow)
        }
    }

    @Test("HEAD at a path with other methods alone is 405 without a body") func head() async throws {
        try await TestServer.run { server in
            let response = try await server.response("HEAD /echo HTTP/1.1\r\nHost: h\r\n\r\n", toHead: true)
            #expect(response.status == 405 && response["Allow"] == "POST")
        }
    }

    @Test(
        "An unknown path is 404, whatever the method",
        arguments: ["GET /none", "POST /none", "DELETE /items", "GET /items/7/8"])
    func notFound(_ line: String) async throws {
        try await TestServer.run { server in
            let response = try await server.response("\(line) HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n")
            #expect(response.status == 404 && response["Allow"] == nil)
        }
    }

    @Test(
        "The methods of a route work next to the 405 of other methods",
        arguments: [("GET /both", "got"), ("POST /both", "posted"), ("DELETE /items/7", "deleted")])
    func known(_ line: String, _ body: String) async throws {
        try await TestServer.run { server in
            let response = try await server.response("\(line) HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n")
            #expect(response.status == 200 && response.body == body)
        }
    }
}
