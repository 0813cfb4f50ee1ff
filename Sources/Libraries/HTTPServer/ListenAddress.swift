package import HummingbirdCore

package struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
    /// A name or an address, an IPv6 address without its brackets.
    package var host: String
    /// The port; 0 for any free one.
    package var port: Int

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Parses `host:port`; an IPv6 address is in brackets.
    ///
    /// `nil` if the text is anything else.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty, host.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"/@?#[]\\".utf8.contains($0) })
        else { return nil }
        self.init(host: String(host), port: Int(port))
    }

    package var bindAddress: BindAddress { .hostname(host, port: port) }

    /// `host:port`, as in a URL.
    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
