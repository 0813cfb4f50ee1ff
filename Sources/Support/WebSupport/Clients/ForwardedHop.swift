import Encodings

/// The client or proxy that a proxy had a request from.
struct ForwardedHop: Sendable, Equatable {
    /// The proxy's text, without port and brackets.
    let text: String
    /// `nil` if the proxy hides the address.
    let address: IPAddress?

    /// Reads a node of `Forwarded` (RFC 7239, section 6), or an entry of `X-Forwarded-For`.
    ///
    /// - Parameter isBareAllowed: Whether an IPv6 address may have no brackets, as in `X-Forwarded-For`.
    /// - Returns: `nil` if it is no node.
    init?(_ node: String, isBareAllowed: Bool) {
        if isBareAllowed, let address = IPAddress(node) {
            self.init(text: node, address: address)
        } else if node.lowercased() == "unknown" {
            self.init(text: "unknown", address: nil)
        } else if node.hasPrefix("_") {
            let end = node.firstIndex(of: ":") ?? node.endIndex
            guard Self.isObscure(node[..<end].dropFirst()), Self.isPort(behind: node[end...]) else { return nil }
            self.init(text: String(node[..<end]), address: nil)
        } else {
            self.init(addressAndPort: node)
        }
    }

    private init?(addressAndPort node: String) {
        let host: Substring, port: Substring, count: Int
        if node.hasPrefix("[") {
            guard let end = node.firstIndex(of: "]") else { return nil }
            (host, port, count) = (node[node.index(after: node.startIndex)..<end], node[node.index(after: end)...], 16)
        } else {
            let end = node.firstIndex(of: ":") ?? node.endIndex
            (host, port, count) = (node[..<end], node[end...], 4)
        }
        guard Self.isPort(behind: port), let address = IPAddress(String(host)),
            address.bytes.count == count
        else { return nil }
        self.init(text: String(host), address: address)
    }

    private init(text: String, address: IPAddress?) {
        self.text = text
        self.address = address
    }

    /// Whether the rest is empty, or a colon and a port, which may be hidden too.
    private static func isPort(behind text: Substring) -> Bool {
        guard !text.isEmpty else { return true }
        guard text.first == ":" else { return false }
        let text = text.dropFirst()
        if text.first == "_" { return isObscure(text.dropFirst()) }
        return (1...5).contains(text.utf8.count) && text.utf8.allSatisfy(\.isDigit)
    }

    private static func isObscure(_ text: Substring) -> Bool {
        (1...100).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "._-".utf8.contains($0) }
    }
}
