import CCurl

/// The functions that libcurl calls during a transfer, on the loop's thread.
///
/// Their context is the transfer's ``CurlEasyHandle``.
enum CurlCallbacks {
    /// Takes one header line.
    static let header: ccurl_receive = { bytes, size, count, context in
        guard let bytes = unsafe bytes, let handle = unsafe handle(context) else { return 0 }
        let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
        return unsafe handle.receive(line: line) ? line.count : 0
    }

    /// Takes a piece of the body.
    static let body: ccurl_receive = { bytes, size, count, context in
        guard let bytes = unsafe bytes, let handle = unsafe handle(context) else { return 0 }
        let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
        return unsafe handle.receive(body: piece) ? piece.count : 0
    }

    /// libcurl calls this with each socket that it opens for a transfer.
    static let newSocket: ccurl_new_socket = { context, socket, _ in
        unsafe handle(context)?.rule?.note(newSocket: socket)
        return CURL_SOCKOPT_OK
    }

    /// libcurl calls this each time it is about to send the request.
    static let beforeRequest: ccurl_before_request = { context, remoteAddress, localAddress, remotePort, localPort in
        guard let handle = unsafe handle(context), let remoteAddress = unsafe remoteAddress,
            let localAddress = unsafe localAddress
        else { return CURL_PREREQFUNC_ABORT }
        let ends = unsafe ConnectionSockets.Ends(
            remoteAddress: String(cString: remoteAddress), localAddress: String(cString: localAddress),
            remotePort: remotePort, localPort: localPort)
        return handle.maySend(on: ends) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }

    /// Receives libcurl's messages about the end of a response.
    ///
    /// One of them says that bytes followed and were dropped.
    static let message: ccurl_listen = { _, type, bytes, count, context in
        guard type == CURLINFO_TEXT, let bytes = unsafe bytes else { return 0 }
        let text = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
        if ["Excess found", "Leftovers after"].contains(where: { unsafe text.starts(with: $0.utf8) }) {
            unsafe handle(context)?.noteDroppedInput()
        }
        return 0
    }

    private static func handle(_ context: UnsafeMutableRawPointer?) -> CurlEasyHandle? {
        unsafe context.map { unsafe Unmanaged<CurlEasyHandle>.fromOpaque($0).takeUnretainedValue() }
    }
}
