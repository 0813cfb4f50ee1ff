/// The options of all calls of a ``CurlClient``.
public struct CurlConfiguration: Sendable {
    /// A PEM file of roots that are trusted in addition to the system's; `nil` for only the system's.
    ///
    /// The file is read once. ``CurlClient/replaceRoots(caFile:)`` replaces its roots later.
    public var caFile: String?
    /// How many threads perform the transfers; each has its own connections.
    ///
    /// A processor can serve some two event loops with one.
    public var threads: Int
    /// The number of the caller, which is asked for on the caller's thread if there are several ``threads``.
    ///
    /// The calls of one caller are on one thread, so that its connections are used again: the number of the event loop
    /// is a good one. Callers whose numbers differ by a multiple of ``threads`` share a thread. By default each call
    /// has a random number.
    public var caller: @Sendable () -> Int
    /// How many idle connections, and how many of libcurl's handles, all threads together retain for reuse; 64 if it
    /// is less.
    public var maximumConnections: Int
    /// Time limit for making a connection, TLS included.
    ///
    /// The call's own deadline applies as well.
    public var connectTimeout: Duration
    /// Maximum number of bytes of all bodies together that are being received and have more than 1 MiB.
    ///
    /// A body that would exceed it fails with ``HTTPTransport/TransportError/Kind/responseTooLarge``, whatever its
    /// request allows.
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
        caFile: String? = nil, threads: Int = 1, caller: @escaping @Sendable () -> Int = { .random(in: 0..<Int.max) },
        maximumConnections: Int = 256, connectTimeout: Duration = .seconds(10), maximumBodyBytes: Int = 32 << 20,
        userAgent: String? = nil
    ) {
        self.caFile = caFile
        self.threads = threads
        self.caller = caller
        self.maximumConnections = maximumConnections
        self.connectTimeout = connectTimeout
        self.maximumBodyBytes = maximumBodyBytes
        self.userAgent = userAgent
    }
}
