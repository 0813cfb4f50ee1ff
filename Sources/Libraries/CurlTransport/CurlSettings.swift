import CCurl
import HTTPTransport
import HTTPTypes

/// The options of a transfer: the common ones and the request's.
struct CurlSettings: Sendable {
    /// The lines of requests without fields of these names.
    private let defaultFields: [HTTPField]
    private let defaultLines: [String]
    private let connectMilliseconds: Int
    /// ``CurlConfiguration/standIns``.
    let standIns: [String]

    init(_ configuration: CurlConfiguration) {
        standIns = configuration.standIns
        var fields = [HTTPField(name: .acceptEncoding, value: "identity")]
        if let userAgent = configuration.userAgent { fields.append(HTTPField(name: .userAgent, value: userAgent)) }
        // A field's value has no line breaks.
        defaultLines = fields.map { "\($0.name.rawName): \($0.value)" }
        defaultFields = fields
        connectMilliseconds = Self.milliseconds(configuration.connectTimeout)
    }

    /// Sets the options that all transfers share.
    func apply(to options: inout CurlOptions) {
        options.set(CURLOPT_PROTOCOLS_STR, "http,https")
        options.set(CURLOPT_NOSIGNAL, true)
        // Without these two libcurl would use a proxy of the environment.
        options.set(CURLOPT_PROXY, "")
        options.set(CURLOPT_NOPROXY, "*")
        // Over HTTP/2 all requests would share a connection, and its faults.
        options.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        options.set(CURLOPT_PATH_AS_IS, true)
        options.set(CURLOPT_DISALLOW_USERNAME_IN_URL, true)
        options.set(CURLOPT_CONNECTTIMEOUT_MS, connectMilliseconds)
        // Else the loop would wait for a name look-up that takes longer than its transfer.
        options.setIfKnown(CURLOPT_QUICK_EXIT, 1)
        unsafe options.set(CURLOPT_HEADERFUNCTION, receiver: CurlCallbacks.header)
        unsafe options.set(CURLOPT_WRITEFUNCTION, receiver: CurlCallbacks.body)
        unsafe options.set(newSocket: CurlCallbacks.newSocket)
        unsafe options.set(beforeRequest: CurlCallbacks.beforeRequest)
    }

    /// Sets the request's options: deadline, roots, method and body.
    func apply(_ request: TransportRequest, trust: TrustRoots, to options: inout CurlOptions) {
        options.set(CURLOPT_TIMEOUT_MS, Self.milliseconds(request.timeout))
        if Self.mayBeMisread(request) {
            options.set(CURLOPT_FRESH_CONNECT, true)
            options.set(CURLOPT_FORBID_REUSE, true)
        }
        if request.head.scheme == "https" { apply(trust, to: &options) }
        applyMethod(request, to: &options)
    }

    /// Sets what a transfer needs whose idle connection was refused before the request was sent.
    func applyNewConnection(timeLeft: Duration, to options: inout CurlOptions) {
        options.set(CURLOPT_FRESH_CONNECT, true)
        options.set(CURLOPT_TIMEOUT_MS, Self.milliseconds(timeLeft))
    }

    /// Lines in addition to the request's: the default fields, and lines that stop libcurl from adding fields.
    ///
    /// `User-Agent` is a line, because libcurl formats `CURLOPT_USERAGENT` twice.
    func extraLines(_ request: TransportRequest) -> [String] {
        let fields = request.head.headerFields
        var lines = defaultLines
        if defaultFields.contains(where: { fields.contains($0.name) }) {
            lines = zip(defaultFields, defaultLines).filter { !fields.contains($0.0.name) }.map(\.1)
        }
        guard Self.body(of: request) != nil else { return lines }
        lines.append("Expect:")
        if !fields.contains(.contentType) { lines.append("Content-Type:") }
        if Self.mayBeMisread(request) { lines.append("Connection: close") }
        return lines
    }

    private func applyMethod(_ request: TransportRequest, to options: inout CurlOptions) {
        let method = request.head.method
        let body = Self.body(of: request)
        if let body { options.set(body: body) }
        switch method {
        case .get where body == nil: break
        case .post: options.set(CURLOPT_POST, true)
        case .head: options.set(CURLOPT_NOBODY, true)
        default: options.set(CURLOPT_CUSTOMREQUEST, method.rawValue)
        }
    }

    private func apply(_ trust: TrustRoots, to options: inout CurlOptions) {
        options.set(CURLOPT_SSL_VERIFYPEER, 1)
        options.set(CURLOPT_SSL_VERIFYHOST, 2)
        options.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        switch trust {
        case .directory(let directory, let extra):
            options.set(CURLOPT_CAPATH, directory)
            options.set(CURLOPT_CAINFO, nil)
            if let extra { options.set(roots: extra) }
        case .file(let file):
            options.set(CURLOPT_CAPATH, nil)
            options.set(CURLOPT_CAINFO, file)
        case .joined(let roots):
            options.set(CURLOPT_CAPATH, nil)
            options.set(roots: roots)
        case .builtIn(let extra):
            if let extra { options.set(roots: extra) }
        }
    }

    /// The body to send; an empty one if the method normally has a body, so that its length is sent.
    private static func body(of request: TransportRequest) -> [UInt8]? {
        switch request.head.method {
        case .post, .put, .patch: request.body ?? []
        default: request.body
        }
    }

    /// Whether some servers may take the request's body for the next request (RFC 9110, section 9.3).
    ///
    /// Such servers don't read the body, because the method normally has none.
    private static func mayBeMisread(_ request: TransportRequest) -> Bool {
        switch request.head.method {
        case .post, .put, .patch: false
        default: request.body?.isEmpty == false
        }
    }

    /// Whole milliseconds, one at least: to libcurl none means no limit.
    private static func milliseconds(_ duration: Duration) -> Int {
        Int(max(1, min(duration / .milliseconds(1), 2_000_000_000)))
    }
}
