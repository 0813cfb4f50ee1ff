import NIOCore

extension Channel {
    /// Whether this is one request of an HTTP/2 connection.
    ///
    /// Its parent is the connection, as a connection's is the listening socket.
    var isHTTP2Stream: Bool { parent?.parent != nil }
}
