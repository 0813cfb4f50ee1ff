import HTTPServer
import HTTPTransport
import WebSupport

extension ListenAddress {
    /// Reads a setting; `nil` if the host is neither a name nor an IP address, or the port is not 1 to 65535.
    init?(setting text: String) {
        guard let address = ListenAddress(text), address.port > 0, !text.contains("+") else { return nil }
        let isBracketed = text.hasPrefix("[")
        let isAddress = IPAddress(address.host)?.bytes.count == (isBracketed ? 16 : 4)
        guard isAddress || !isBracketed && Self.isName(address.host) else { return nil }
        self = address
    }

    /// Whether only this machine can connect there.
    var isLoopback: Bool { HTTPURL.isLoopback(host: host) }

    /// Whether it stands for all addresses of this machine.
    var isAny: Bool { ["0.0.0.0", "::"].contains(host) }

    /// Whether two servers can't listen at both addresses, as far as that is known without a look-up of names.
    func overlaps(_ other: ListenAddress) -> Bool {
        guard port == other.port else { return false }
        let hosts = [host.lowercased(), other.host.lowercased()]
        // IPv6's address of all takes the connections of IPv4, too.
        if hosts[0] == hosts[1] || hosts.contains("::") { return true }
        if hosts.contains("0.0.0.0") { return !hosts.contains { $0.contains(":") } }
        if let one = IPAddress(host), let another = IPAddress(other.host) { return one == another }
        return [self, other].allSatisfy { $0.host == "127.0.0.1" || $0.isLoopback && IPAddress($0.host) == nil }
    }

    /// Letters, digits, hyphens, dots and underscores, and at least one letter: digits and dots alone would be a
    /// mistyped IPv4 address.
    private static func isName(_ host: String) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        return host.contains(where: \.isLetter)
            && labels.allSatisfy {
                !$0.isEmpty && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
            }
    }
}
