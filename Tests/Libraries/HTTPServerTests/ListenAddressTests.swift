import Testing

@testable import HTTPServer

@Suite struct ListenAddressTests {
    @Test(
        "A listen address is read as host and port",
        arguments: [
            ("127.0.0.1:3000", "127.0.0.1", 3000), ("localhost:0", "localhost", 0), ("0.0.0.0:65535", "0.0.0.0", 65535),
            ("[::1]:3000", "::1", 3000), ("[::]:80", "::", 80), ("[fe80::1%eth0]:80", "fe80::1%eth0", 80),
            ("tasks.example:443", "tasks.example", 443),
            ("h:00080", "h", 80),
        ])
    func good(_ text: String, _ host: String, _ port: Int) {
        let address = ListenAddress(text)
        #expect(address?.host == host)
        #expect(address?.port == port)
    }

    @Test(
        "Any other text is no listen address",
        arguments: [
            "", ":", ":3000", "localhost", "localhost:", "localhost:x", "localhost:-1", "localhost:65536",
            "localhost: 80", "localhost:80 ",
            " localhost:80", "::1:3000", "::1", "[::1]", "[::1]3000", "[]:80", "[::1:80", "::1]:80",
            "http://localhost:80", "user@host:80",
            "a/b:80",
            "a b:80", "host:80:90", "host:+-1", "host:0x50", "höst:80", "host:٣", "a?b:80", "a#b:80", "a\\b:80",
            "[[::1]]:80", "host:80\n",
        ])
    func refused(_ text: String) {
        #expect(ListenAddress(text) == nil)
    }

    @Test("A listen address is written as it is read", arguments: ["127.0.0.1:3000", "[::1]:3000", "localhost:0"])
    func roundTrip(
        _ text: String
    ) {
        #expect(ListenAddress(text)?.description == text)
    }
}
