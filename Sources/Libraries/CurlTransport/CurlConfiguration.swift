/// The options of all calls of a ``CurlClient``.
public struct CurlConfiguration: Sendable {
    /// A PEM file of roots that are trusted in addition to the system's; `nil` for only the system's.
    ///
    /// The file is read once. ``CurlClient/replaceRoots(caFile:)`` replaces its roots later.
    public var caFile: String?
    /// How many idle connections, and how many of libcurl's handles, are retained for reuse; 64 if it is less.
    public var maximumConnections: Int
    /// Time limit for making a connection, TLS included.
    ///
    /// The call's own deadline applies as well.
    public var connectTimeout: Duration
    /// Maximum number of bytes of all bodies together that are being received.
    ///
    /// Beyond it a body of more than 1 MiB fails with ``HTTPTransport/TransportError/Kind/responseTooLarge``, whatever
    /// its request allows.
    public var maximumBodyBytes: Int
    /// The `User-Agent` of requests without one; `nil` sends none.
    ///
    /// Its line breaks become spaces.
    public var userAgent: String?
    /// For tests: servers that stand in for others, as `HOST:PORT:ADDRESS:PORT` (`CURLOPT_CONNECT_TO`).
    ///
    /// The request's URL, `Host` and the certificate's name stay the other host's.
    package var standIns: [String] = []

    /// A configuration of these values.
    public init(
        caFile: String? = nil, maximumConnections: Int = 256, connectTimeout: Duration = .seconds(10),
        maximumBodyBytes: Int = 32 << 20, userAgent: String? = nil
    ) {
        self.caFile = caFile
        self.maximumConnections = maximumConnections
        self.connectTimeout = connectTimeout
        self.maximumBodyBytes = maximumBodyBytes
        self.userAgent = userAgent
    }
}
