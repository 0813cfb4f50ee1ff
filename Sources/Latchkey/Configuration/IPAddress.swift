#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An IPv4 or IPv6 address in its text form.
struct IPAddress: Sendable, Hashable {
    /// 4 or 16 bytes in network order.
    let bytes: [UInt8]

    init?(_ text: String) {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if bytes.withUnsafeMutableBytes({ inet_pton(family, text, $0.baseAddress) }) == 1 {
                self.bytes = bytes
                return
            }
        }
        return nil
    }
}
