import HTTPTransport
import WebServing

/// `host:port` as a setting has it, held to what can be listened at.
struct ListenAddressText: Sendable {
    let address: ListenAddress

    /// Reads the text; `nil` where the host is neither a name nor an IP address, or the port is not 1 to 65535.
    init?(_ text: String) {
        guard let address = ListenAddress(text), address.port > 0, !text.contains("+") else { return nil }
        let isBracketed = text.hasPrefix("[")
        guard
            IPAddress(address.host)?.bytes.count == (isBracketed ? 16 : 4) || !isBracketed && Self.isName(address.host)
        else {
            return nil
        }
        self.address = address
    }

    /// Whether only this machine can connect there.
    static func isLoopback(_ address: ListenAddress) -> Bool { HTTPURL.isLoopback(host: address.host) }

    /// Whether it stands for all addresses of this machine.
    static func isAny(_ address: ListenAddress) -> Bool { ["0.0.0.0", "::"].contains(address.host) }

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
