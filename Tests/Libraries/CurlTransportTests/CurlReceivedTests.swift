import Testing

@testable import CurlTransport

@Suite struct CurlReceivedTests {
    @Test("Of several responses the last one's header lines stay, without status line, end and trailers")
    func lastResponse() {
        var received = CurlReceived(maximumBodyBytes: 10)
        for line in [
            "HTTP/1.1 100 Continue\r\n", "A: 1\r\n", "\r\n", "HTTP/2 404 \r\n", "B: 2\r\n", "\r\n",
            "HTTP/1.1 200 OK\r\n", "C: 3\r\n",
        ] {
            #expect(received.append(line: Array(line.utf8)) == true)
        }
        #expect(received.status == 404)
        #expect(received.head == Array("B: 2\r\n".utf8))
    }

    @Test(
        "A status line without a status has none",
        arguments: ["HTTP/1.1\r\n", "HTTP/1.1 \r\n", "HTTP/1.1 2x0 OK\r\n", "HTTP/1.1 -20\r\n"])
    func noStatus(line: String) {
        var received = CurlReceived(maximumBodyBytes: 10)
        #expect(received.append(line: Array(line.utf8)) == true)
        #expect(received.status == 0)
    }

    @Test("A piece that goes beyond the bound is not taken")
    func bound() {
        var received = CurlReceived(maximumBodyBytes: 10)
        #expect(received.append(body: [UInt8](repeating: 1, count: 10)) == true)
        #expect(received.fault == nil)
        #expect(received.append(body: [1]) == false)
        #expect(received.fault == .bodyTooLarge)
        #expect(received.body.count == 10)
    }

    @Test("Memory for a body that is announced, but hasn't come, is bounded")
    func announced() {
        var received = CurlReceived(maximumBodyBytes: .max)
        for line in ["HTTP/1.1 200 OK\r\n", "Content-Length: 9999999999\r\n", "\r\n"] {
            #expect(received.append(line: Array(line.utf8)) == true)
        }
        #expect(received.append(body: [1]) == true)
        #expect(received.body.capacity < 600_000)
    }
}
