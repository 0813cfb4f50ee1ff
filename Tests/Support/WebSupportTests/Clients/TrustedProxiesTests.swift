import HTTPTypes
import Testing

@testable import WebSupport

@Suite struct TrustedProxiesTests {
    private let proxies = TrustedProxies(["10.0.0.0/8", "fd00::/8", "127.0.0.1"].compactMap(AddressRange.init))

    private func client(peer: String? = "10.0.0.1", _ fields: [(String, String)]) throws -> String? {
        var all = HTTPFields()
        for (name, value) in fields { all.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value)) }
        return proxies.client(peer: peer, fields: all)
    }

    @Test(
        "A sender that is no trusted proxy is the client, whatever it writes",
        arguments: ["192.0.2.1", "::1", "2001:db8::1", "11.0.0.1"])
    func stranger(_ peer: String) throws {
        #expect(try client(peer: peer, [("Forwarded", "for=1.2.3.4"), ("X-Forwarded-For", "1.2.3.4")]) == peer)
    }

    @Test("If no proxy is trusted, no forwarded address is believed") func none() throws {
        var fields = HTTPFields()
        fields[try #require(HTTPField.Name("X-Forwarded-For"))] = "1.2.3.4"
        #expect(TrustedProxies().client(peer: "127.0.0.1", fields: fields) == "127.0.0.1")
        #expect(TrustedProxies().client(peer: nil, fields: fields) == nil)
    }

    @Test(
        "A trusted proxy is believed: the client is the nearest address that is no trusted proxy",
        arguments: [
            ("for=192.0.2.60", "192.0.2.60"), ("For=192.0.2.60;proto=http;by=203.0.113.43", "192.0.2.60"),
            ("for=192.0.2.43, for=198.51.100.17", "198.51.100.17"), ("for=192.0.2.43, for=10.1.1.1", "192.0.2.43"),
            ("for=1.1.1.1, for=2.2.2.2, for=10.1.1.1, for=127.0.0.1", "2.2.2.2"),
            ("for=\"192.0.2.43:47011\"", "192.0.2.43"), ("for=\"[2001:db8:cafe::17]:4711\"", "2001:db8:cafe::17"),
            ("for=\"[2001:db8:cafe::17]\";host=\"a,b;c\"", "2001:db8:cafe::17"),
            ("for=\"[fd00::1]\", for=10.1.1.1", "fd00::1"),
            ("for=unknown", "unknown"), ("for=_hidden", "_hidden"), ("for=9.9.9.9, for=_SEVKISEK", "_SEVKISEK"),
            ("for=\"_gazonk:_port\"", "_gazonk"), ("for=\"192.0.2.43:_port\"", "192.0.2.43"),
            ("by=203.0.113.43", "unknown"), (" for=192.0.2.60 ,, ", "192.0.2.60"),
            ("for=10.2.2.2, for=10.3.3.3", "10.2.2.2"),
            ("for=\"\\1\\9\\2.0.2.1\"", "192.0.2.1"), ("host=\"x\\\",for=6.6.6.6\";for=192.0.2.60", "192.0.2.60"),
        ])
    func forwarded(_ field: String, _ expected: String) throws {
        #expect(try client([("Forwarded", field)]) == expected)
    }

    @Test(
        "A Forwarded field that can't be read counts as absent",
        arguments: [
            "", ",", "for", "for=", "for=\"", "for=\"192.0.2.1", "for=192.0.2.1\"", "for=\"192.0.2.1\"x", "=192.0.2.1",
            "for=192.0.2.256",
            "for=[2001:db8::1]", "for=2001:db8::1", "for=\"2001:db8::1\"", "for=\"[2001:db8::1\"",
            "for=\"[192.0.2.1]\"",
            "for=\"192.0.2.1:\"", "for=\"192.0.2.1:123456\"", "for=\"192.0.2.1:8x\"", "for=_", "for=\"_a b\"",
            "for=\"_ä\"",
            "for=192.0.2.1;for=192.0.2.2", "for=192.0.2.1, nonsense", "f or=192.0.2.1", "for = 192.0.2.1",
            "for=\"192.0.2.1\\\"",
        ])
    func malformed(_ field: String) throws {
        #expect(try client([("Forwarded", field)]) == "10.0.0.1")
        #expect(try client([("Forwarded", field), ("X-Forwarded-For", "192.0.2.9")]) == "192.0.2.9")
    }

    @Test(
        "X-Forwarded-For is read like Forwarded",
        arguments: [
            ("192.0.2.60", "192.0.2.60"), ("1.1.1.1, 192.0.2.60", "192.0.2.60"),
            ("192.0.2.60,10.1.1.1 , 10.2.2.2", "192.0.2.60"),
            ("2001:db8::1", "2001:db8::1"), ("[2001:db8::1]:443", "2001:db8::1"), ("192.0.2.60:4711", "192.0.2.60"),
            ("unknown, 10.1.1.1", "unknown"), ("10.5.5.5", "10.5.5.5"), ("", "10.0.0.1"), (",", "10.0.0.1"),
            ("192.0.2.60,", "192.0.2.60"), (", ,192.0.2.60,, 10.1.1.1", "192.0.2.60"),
            ("192.0.2.60 10.1.1.1", "10.0.0.1"), ("evil.example", "10.0.0.1"), ("<script>", "10.0.0.1"),
            ("nonsense, 192.0.2.60", "10.0.0.1"),
        ])
    func xForwardedFor(_ field: String, _ expected: String) throws {
        #expect(try client([("X-Forwarded-For", field)]) == expected)
    }

    @Test("Several Forwarded fields are one list") func severalFields() throws {
        #expect(
            try client([("Forwarded", "for=1.1.1.1"), ("Forwarded", "for=192.0.2.60, for=10.1.1.1")]) == "192.0.2.60")
        #expect(try client([("X-Forwarded-For", "192.0.2.60"), ("X-Forwarded-For", "10.1.1.1")]) == "192.0.2.60")
    }

    @Test("Forwarded and X-Forwarded-For that contradict each other are both ignored") func contradiction() throws {
        #expect(try client([("Forwarded", "for=6.6.6.6"), ("X-Forwarded-For", "192.0.2.60")]) == "10.0.0.1")
        #expect(try client([("Forwarded", "for=192.0.2.60"), ("X-Forwarded-For", "192.0.2.60")]) == "192.0.2.60")
    }

    @Test("An IPv4 address that a socket for both shows as IPv6 is the same address") func mapped() throws {
        #expect(
            try client(peer: "::ffff:10.0.0.1", [("X-Forwarded-For", "192.0.2.60, ::ffff:10.9.9.9")]) == "192.0.2.60")
        #expect(try client(peer: "::ffff:11.0.0.1", [("X-Forwarded-For", "192.0.2.60")]) == "::ffff:11.0.0.1")
    }

    @Test("A Forwarded list of thousands does no harm") func long() throws {
        let field = "192.0.2.60" + String(repeating: ",10.0.0.2", count: 6000)
        #expect(try client([("X-Forwarded-For", field)]) == "192.0.2.60")
        #expect(try client([("Forwarded", String(repeating: "for=10.0.0.2,", count: 4000) + "for=\"")]) == "10.0.0.1")
    }
}
