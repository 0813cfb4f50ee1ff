package import HTTPTypes

/// The proxies whose `Forwarded` field (RFC 7239) and `traceparent` field (W3C Trace Context) are trusted.
///
/// Only logs and traces use them: no address is built from them, and no access depends on them.
package struct TrustedProxies: Sendable {
    /// This machine's own addresses.
    package static let loopback = TrustedProxies(["127.0.0.0/8", "::1"].compactMap(AddressRange.init))

    private let ranges: [AddressRange]

    /// Proxies at these addresses.
    package init(_ ranges: [AddressRange] = []) {
        self.ranges = ranges
    }

    /// The client of a request: from the connection backwards, the first address that is none of these proxies.
    ///
    /// An unreadable field is ignored. `Forwarded` and `X-Forwarded-For` are both ignored if they name different
    /// clients, because a proxy sets one of them and passes on the client's value of the other.
    ///
    /// - Parameter peer: The address of the connection's other end.
    /// - Returns: An address, `unknown`, or the name that a proxy uses instead; `nil` if the peer isn't known.
    package func client(peer: String?, fields: HTTPFields) -> String? {
        guard let peer, trusts(peer: peer) else { return peer }
        let named = [
            ForwardedField.hops(forwarded: fields[values: .forwarded]),
            ForwardedField.hops(xForwardedFor: fields[values: .xForwardedFor]),
        ].compactMap { $0.flatMap(firstStranger) }
        guard let client = named.first, named.allSatisfy({ $0 == client }) else { return peer }
        return client
    }

    /// The fields of a request by which ``client(peer:fields:)`` finds the client; none if there are no proxies.
    package func forwardingFields(of fields: HTTPFields) -> HTTPFields {
        guard !ranges.isEmpty else { return HTTPFields() }
        return HTTPFields(fields.filter { $0.name == .forwarded || $0.name == .xForwardedFor })
    }

    /// Whether the other end of a connection is one of these proxies.
    package func trusts(peer: String) -> Bool { !ranges.isEmpty && isTrusted(IPAddress(peer)) }

    /// The nearest hop that is no trusted proxy; if all are, the farthest.
    private func firstStranger(_ hops: [ForwardedHop]) -> String? {
        (hops.last { !isTrusted($0.address) } ?? hops.first)?.text
    }

    private func isTrusted(_ address: IPAddress?) -> Bool {
        guard let address = address?.unmapped else { return false }
        return ranges.contains { $0.contains(address) }
    }
}
