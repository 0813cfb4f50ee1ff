/// The limits of a server's memory, for the server, a connection and a request.
///
/// A request over a limit is refused or waits, as each says. All sizes are in bytes, and one that is larger than a
/// gibibyte for header fields, or than a pebibyte for the others, counts as that.
public struct ServerLimits: Sendable {
    /// Sums of sizes must not overflow.
    private static let maximumBytes = 1 << 50

    let connections: Int
    let headerBytes: Int
    let headerFields: Int
    let bodyBytes: Int
    let unsentBytes: Int
    let connectionUnsentBytes: Int
    let waitingRequests: Int
    let deadlines: ClientDeadlines

    /// Limits for a server that browsers reach directly.
    ///
    /// - Parameters:
    ///   - connections: How many connections are open at once. The next one waits to be accepted.
    ///   - headerBytes: Size of a request's header fields together. A larger head is refused with 431 (RFC 6585,
    ///     section 5). Over HTTP/2, a head that is more than 32 KiB larger ends the connection.
    ///   - headerFields: Number of a request's header fields. A head with more is refused with 431.
    ///   - bodyBytes: Size of a request's body. A handler that reads a larger one gets `NIOTooManyBytesError`, at once
    ///     if the length is declared, and the response is 413 unless the handler has another one (RFC 9110, section
    ///     15.5.14). A client that expects 100 (Continue) doesn't get it then.
    ///   - unsentBytes: Bytes of responses that the server's clients haven't taken. Further requests wait; up to twice
    ///     the limit, those of connections without unsent bytes don't.
    ///   - connectionUnsentBytes: The same of one connection, whose further requests wait.
    ///   - waitingRequests: How many requests wait. The next one is refused with 503 and `Retry-After` (RFC 9110,
    ///     section 15.6.4).
    ///   - deadlines: How long clients may take.
    public init(
        connections: Int = 10_000, headerBytes: Int = 64 << 10, headerFields: Int = 200, bodyBytes: Int = 2 << 20,
        unsentBytes: Int = 64 << 20, connectionUnsentBytes: Int = 4 << 20, waitingRequests: Int = 4096,
        deadlines: ClientDeadlines = ClientDeadlines()
    ) {
        self.connections = connections
        self.headerBytes = min(headerBytes, 1 << 30)
        self.headerFields = headerFields
        self.bodyBytes = min(bodyBytes, Self.maximumBytes)
        self.unsentBytes = min(unsentBytes, Self.maximumBytes)
        self.connectionUnsentBytes = min(connectionUnsentBytes, Self.maximumBytes)
        self.waitingRequests = waitingRequests
        self.deadlines = deadlines
    }

    var head: HeadLimits { HeadLimits(bytes: headerBytes, fields: headerFields) }
}

/// The limits of a request's header fields.
struct HeadLimits {
    let bytes: Int
    let fields: Int
}
