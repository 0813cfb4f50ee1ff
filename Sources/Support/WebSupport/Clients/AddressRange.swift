/// One IP address, or all that share a prefix with it: `10.0.0.0/8` (RFC 4632).
package struct AddressRange: Sendable, Hashable {
    /// The address that the others share a prefix with.
    package let address: IPAddress
    /// The length of the prefix in bits.
    package let prefixLength: Int

    /// Reads an address or a range; `nil` if the text is neither.
    package init?(_ text: String) {
        let halves = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = IPAddress(String(halves[0])) else { return nil }
        self.address = address
        if halves.count == 2 {
            guard let length = UInt8(halves[1]), length <= address.bytes.count * 8, halves[1].first != "+" else {
                return nil
            }
            prefixLength = Int(length)
        } else {
            prefixLength = address.bytes.count * 8
        }
    }

    /// Whether an address is in the range.
    ///
    /// An IPv4 address is in no range of IPv6 addresses.
    package func contains(_ other: IPAddress) -> Bool {
        guard other.bytes.count == address.bytes.count else { return false }
        return address.bytes.indices.allSatisfy { index in
            let bits = min(max(prefixLength - index * 8, 0), 8)
            return (address.bytes[index] ^ other.bytes[index]) >> (8 - bits) == 0 || bits == 0
        }
    }
}
