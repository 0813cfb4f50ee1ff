import CCurl

/// The functions that libcurl calls during a transfer, on the loop's thread.
///
/// Their context is the transfer's ``CurlEasyHandle``.
enum CurlCallbacks {
    /// Takes one header line.
    static let header: ccurl_receive = { bytes, size, count, context in
        guard let bytes = unsafe bytes, let handle = unsafe handle(context) else { return 0 }
        let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
        return unsafe handle.received.append(line: line) ? line.count : 0
    }

    /// Takes a piece of the body.
    static let body: ccurl_receive = { bytes, size, count, context in
        guard let bytes = unsafe bytes, let handle = unsafe handle(context) else { return 0 }
        let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
        return unsafe handle.receive(body: piece) ? piece.count : 0
    }

    /// libcurl calls this each time it is about to send the request.
    static let beforeRequest: ccurl_before_request = { context, _, _, _, _ in
        guard let handle = unsafe handle(context), handle.maySend() else { return CURL_PREREQFUNC_ABORT }
        return CURL_PREREQFUNC_OK
    }

    private static func handle(_ context: UnsafeMutableRawPointer?) -> CurlEasyHandle? {
        unsafe context.map { unsafe Unmanaged<CurlEasyHandle>.fromOpaque($0).takeUnretainedValue() }
    }
}
