import SystemLibrary

/// An IPv4 or IPv6 address in its text form.
package struct IPAddress: Sendable, Hashable {
    /// The first twelve bytes of an IPv4 address within IPv6 (RFC 4291, section 2.5.5.2).
    private static let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]

    /// 4 or 16 bytes in network order.
    package let bytes: [UInt8]

    /// Reads an address; `nil` if the text is none.
    package init?(_ text: String) {
        // C's functions would stop at a NUL, and accept the text before it.
        guard !text.utf8.contains(0) else { return nil }
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if bytes.withUnsafeMutableBytes({ inet_pton(family, text, $0.baseAddress) }) == 1 {
                self.bytes = bytes
                return
            }
        }
        return nil
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The IPv4 address within an IPv4-mapped IPv6 address, which a socket for both shows; any other address unchanged.
    package var unmapped: IPAddress {
        bytes.starts(with: Self.mapped) ? IPAddress(bytes: Array(bytes.dropFirst(Self.mapped.count))) : self
    }
}
