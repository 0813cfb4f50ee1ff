public import HTTPTypes

/// One outgoing request, with its bounds of time and bytes.
public struct TransportRequest: Sendable, Redacted {
    /// Time limit of the whole call: name look-up, connection, TLS, sending and receiving.
    public var timeout: Duration
    /// Maximum size of the response's body.
    ///
    /// One byte more fails the call with ``TransportError/Kind/responseTooLarge``.
    public var maximumResponseBytes: Int
    /// Method, URL and header fields.
    ///
    /// The URL sets `scheme`, `authority` and `path`.
    public var head: HTTPRequest
    /// The body's bytes, `nil` if there is none.
    public var body: [UInt8]?

    /// The canonical names of fields about the message's end or its connection, which only a transport may set.
    package static let reservedFields: Set = [
        "host", "content-length", "transfer-encoding", "connection", "keep-alive", "expect", "te", "trailer", "upgrade",
        "proxy-connection", "http2-settings",
    ]

    /// A request to a URL.
    public init(
        _ method: HTTPRequest.Method, _ url: HTTPURL, headerFields: HTTPFields = [:], body: [UInt8]? = nil,
        timeout: Duration = .seconds(10), maximumResponseBytes: Int = 1 << 20
    ) {
        self.head = HTTPRequest(
            method: method, scheme: url.scheme.rawValue, authority: url.authority, path: url.pathAndQuery,
            headerFields: headerFields)
        self.body = body
        self.timeout = timeout
        self.maximumResponseBytes = maximumResponseBytes
    }

    /// A POST of a form, as `application/x-www-form-urlencoded`.
    public init(
        posting form: FormBody, to url: HTTPURL, headerFields: HTTPFields = [:], timeout: Duration = .seconds(10),
        maximumResponseBytes: Int = 1 << 20
    ) {
        var fields = headerFields
        fields[.contentType] = FormBody.contentType
        self.init(
            .post, url, headerFields: fields, body: Array(form.encoded.utf8), timeout: timeout,
            maximumResponseBytes: maximumResponseBytes)
    }
}
