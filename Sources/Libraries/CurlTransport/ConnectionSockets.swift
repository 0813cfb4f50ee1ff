import CCurl

/// The sockets of libcurl's connections, by the addresses of their ends.
///
/// Before a request is sent, libcurl says which ends its connection has, but not which socket.
///
/// Not `Sendable`: used on the loop's thread alone.
final class ConnectionSockets {
    /// Both ends of a connection; no other open connection has the same.
    struct Ends: Hashable {
        let remoteAddress: String
        let localAddress: String
        let remotePort: Int32
        let localPort: Int32

        /// Hashes the local port alone, which hardly two connections share.
        func hash(into hasher: inout Hasher) { hasher.combine(localPort) }
    }

    private var sockets: [Ends: curl_socket_t] = [:]
    private var ends: [curl_socket_t: Ends] = [:]

    /// Notes the socket of a new connection.
    func add(_ socket: curl_socket_t, _ new: Ends) {
        // An earlier connection with the same socket number is closed, because the number is free again.
        if let earlier = ends.updateValue(new, forKey: socket), sockets[earlier] == socket { sockets[earlier] = nil }
        sockets[new] = socket
    }

    /// Why an idle connection can't be used any more; `nil` if it can.
    func fault(_ ends: Ends) -> DiscardReason? {
        guard let socket = sockets[ends] else { return .closed }
        return switch ccurl_look_at_socket(socket) {
        case ccurl_socket_quiet: nil
        case ccurl_socket_has_input: .input
        default: .closed
        }
    }
}
