import Testing

@testable import HTTPServer

@Suite struct RouterOtherMethodsTests {
    @Test(
        "A known path with another method is 405 and says which there are",
        arguments: [
            ("POST /", "GET, HEAD"), ("DELETE /", "GET, HEAD"), ("OPTIONS /", "GET, HEAD"), ("GET /echo", "POST"),
            ("PUT /echo", "POST"),
            ("PATCH /both", "GET, HEAD, POST"), ("GET /items/7", "DELETE"), ("POST /items/7", "DELETE"),
            ("POST /?x=1", "GET, HEAD"),
        ])
    func otherMethods(_ line: String, _ allow: String) async throws {
        try await TestServer.run { server in
            let answer = try await server.answer("\(line) HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n")
            #expect(answer.status == 405)
            #expect(answer["Allow"] == allow)
        }
    }

    @Test("HEAD where only others are is 405 without a body") func head() async throws {
        try await TestServer.run { server in
            let answer = try await server.answer("HEAD /echo HTTP/1.1\r\nHost: h\r\n\r\n", toHead: true)
            #expect(answer.status == 405 && answer["Allow"] == "POST")
        }
    }

    @Test(
        "A path that isn't there is 404, whatever the method",
        arguments: ["GET /none", "POST /none", "DELETE /items", "GET /items/7/8"])
    func notFound(_ line: String) async throws {
        try await TestServer.run { server in
            let answer = try await server.answer("\(line) HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n")
            #expect(answer.status == 404 && answer["Allow"] == nil)
        }
    }

    @Test(
        "The methods that there are go on working",
        arguments: [("GET /both", "got"), ("POST /both", "posted"), ("DELETE /items/7", "deleted")])
    func known(_ line: String, _ body: String) async throws {
        try await TestServer.run { server in
            let answer = try await server.answer("\(line) HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n")
            #expect(answer.status == 200 && answer.body == body)
        }
    }
}
