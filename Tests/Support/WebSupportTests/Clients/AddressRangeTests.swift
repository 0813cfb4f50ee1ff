import Testing

@testable import WebSupport

@Suite struct AddressRangeTests {
    @Test(
        "An address is in a range that has the same prefix",
        arguments: [
            ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
            ("192.168.1.128/25", "192.168.1.200", true),
            ("192.168.1.128/25", "192.168.1.100", false), ("127.0.0.1", "127.0.0.1", true),
            ("127.0.0.1", "127.0.0.2", false),
            ("0.0.0.0/0", "8.8.8.8", true),
            ("0.0.0.0/0", "::1", false), ("fd00::/8", "fd12::1", true), ("fd00::/8", "fe80::1", false),
            ("::1", "::1", true),
        ])
    func contains(range: String, address: String, isInside: Bool) throws {
        let range = try #require(AddressRange(range))
        #expect(range.contains(try #require(IPAddress(address))) == isInside)
    }

    @Test(
        "Text that is no address range is refused",
        arguments: [
            "", "10", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.256", "localhost",
            "10.0.0.0/8/8",
        ])
    func refused(text: String) {
        #expect(AddressRange(text) == nil)
    }
}
