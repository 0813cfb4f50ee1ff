/// The options of all calls of an ``AsyncHTTPTransport``.
public struct AsyncHTTPConfiguration: Sendable {
    /// A PEM file of roots that are trusted in addition to the system's; `nil` for only the system's.
    ///
    /// The file is read once.
    public var caFile: String?
    /// Maximum number of connections to a host; further calls wait for one, within their time.
    public var maximumConnections: Int
    /// Time limit for making a connection, TLS included.
    ///
    /// The call's own deadline applies as well.
    public var connectTimeout: Duration
    /// The `User-Agent` of requests without one; `nil` sends none.
    public var userAgent: String?

    /// A configuration of these values.
    public init(
        caFile: String? = nil, maximumConnections: Int = 256, connectTimeout: Duration = .seconds(10),
        userAgent: String? = nil
    ) {
        self.caFile = caFile
        self.maximumConnections = maximumConnections
        self.connectTimeout = connectTimeout
        self.userAgent = userAgent
    }
}
