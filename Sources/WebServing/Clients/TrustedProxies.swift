package import HTTPTypes

/// The proxies that are believed when they say whom they had a request from (RFC 7239).
///
/// What they say is for the log alone: no address is built from it and nothing is allowed for it.
package struct TrustedProxies: Sendable {
    private static let forwarded = HTTPField.Name("Forwarded")
    private static let xForwardedFor = HTTPField.Name("X-Forwarded-For")

    private let ranges: [AddressRange]

    /// Proxies at these addresses.
    package init(_ ranges: [AddressRange] = []) {
        self.ranges = ranges
    }

    /// The client that a request comes from: going back from the connection, the first that is none of these proxies.
    ///
    /// A field that can't be read counts as not there. `Forwarded` and `X-Forwarded-For` that name different clients
    /// count as not there either: a proxy sets one of them, and passes on what the client wrote into the other.
    ///
    /// - Parameter peer: The address of the connection's other end.
    /// - Returns: An address, `unknown`, or the name that a proxy hides the client behind; `nil` if the peer isn't
    ///   known.
    package func client(peer: String?, fields: HTTPFields) -> String? {
        guard let peer, isTrusted(IPAddress(peer)) else { return peer }
        let named = [
            Self.forwarded.map { fields[values: $0] }.flatMap { ForwardedField.hops(forwarded: $0) },
            Self.xForwardedFor.map { fields[values: $0] }.flatMap {
                $0.isEmpty ? nil : ForwardedField.hops(xForwardedFor: $0)
            },
        ].compactMap { $0.flatMap(firstStranger) }
        guard let client = named.first, named.allSatisfy({ $0 == client }) else { return peer }
        return client
    }

    /// The hop that is nearest to us and no proxy of ours; if all are, the farthest.
    private func firstStranger(_ hops: [ForwardedHop]) -> String? {
        (hops.last { !isTrusted($0.address) } ?? hops.first)?.text
    }

    private func isTrusted(_ address: IPAddress?) -> Bool {
        guard let address = address?.unmapped else { return false }
        return ranges.contains { $0.contains(address) }
    }
}
