import CCurl
import HTTPTransport
import HTTPTypes

/// One of libcurl's easy handles, which performs one transfer at a time and is reset between two.
///
/// Not `Sendable`: it belongs to the loop's thread.
@safe final class CurlEasyHandle {
    let pointer: UnsafeMutableRawPointer
    private(set) var transfer: CurlTransfer?
    /// Decides about each connection that libcurl chooses; `nil` between two transfers.
    var rule: SendRule?
    private var received = CurlReceived(maximumBodyBytes: 0)
    private var decoder: ContentDecoder?
    private let budget: BodyBudget
    private let sockets: ConnectionSockets
    private var start = ContinuousClock.now
    /// Whether bytes that followed the response were dropped.
    private(set) var hasDroppedInput = false

    private let settings: CurlSettings
    /// The roots that libcurl reads during the transfer.
    private var trust: TrustRoots?
    private let errorText: UnsafeMutablePointer<CChar>
    private var text = CurlRequestText()
    /// ``CurlConfiguration/standIns``; libcurl reads the list without a copy.
    private let standIns: UnsafeMutablePointer<curl_slist>?

    init?(settings: CurlSettings, budget: BodyBudget, sockets: ConnectionSockets) {
        guard let pointer = unsafe curl_easy_init() else { return nil }
        unsafe self.pointer = unsafe pointer
        self.settings = settings
        self.budget = budget
        self.sockets = sockets
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        unsafe standIns = unsafe settings.standIns.reduce(nil) { unsafe curl_slist_append($0, $1) }
    }

    deinit {
        unsafe curl_easy_cleanup(pointer)
        unsafe curl_slist_free_all(standIns)
        unsafe errorText.deallocate()
    }

    /// Sets everything that the transfer needs.
    ///
    /// - Parameter longestIdle: Maximum idle time of a connection that is reused, in seconds; `nil` for the usual one.
    func prepare(_ transfer: CurlTransfer, trust: TrustRoots, longestIdle: Int?) throws(TransportError) {
        let request = transfer.request
        self.transfer = transfer
        received = CurlReceived(
            maximumBodyBytes: max(0, request.maximumResponseBytes), isHead: request.head.method == .head)
        rule = SendRule(request)
        start = .now
        guard request.timeout > .zero else { throw TransportError(.timedOut, "there was no time for the call") }
        try text.write(request.head, extraLines: settings.extraLines(request))

        var options = unsafe CurlOptions(pointer)
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe options.set(CURLOPT_PRIVATE, pointer: context)
        unsafe options.set(CURLOPT_HEADERDATA, pointer: context)
        unsafe options.set(CURLOPT_WRITEDATA, pointer: context)
        unsafe options.set(CURLOPT_SOCKOPTDATA, pointer: context)
        unsafe options.set(CURLOPT_PREREQDATA, pointer: context)
        unsafe options.set(CURLOPT_ERRORBUFFER, pointer: errorText)
        unsafe options.set(CURLOPT_URL, cText: text.url)
        unsafe options.set(fields: text.fields)
        settings.apply(to: &options)
        if let standIns = unsafe standIns { unsafe options.set(CURLOPT_CONNECT_TO, pointer: standIns) }
        if let longestIdle { options.set(CURLOPT_MAXAGE_CONN, longestIdle) }
        self.trust = trust
        settings.apply(request, trust: trust, to: &options)
        if let refusal = options.refusal { throw CurlError.make(refusal, detail: "") }
    }

    /// Prepares the transfer, whose idle connection was refused, for a new connection.
    ///
    /// - Throws: ``HTTPTransport/TransportError`` if there is no time left.
    func useNewConnection() throws(TransportError) {
        rule?.useNewConnection()
        let timeLeft = (transfer?.request.timeout ?? .zero) - (.now - start)
        guard timeLeft > .zero else { throw TransportError(.timedOut, "there was no time left for a new connection") }
        var options = unsafe CurlOptions(pointer)
        settings.applyNewConnection(timeLeft: timeLeft, to: &options)
        if let refusal = options.refusal { throw CurlError.make(refusal, detail: "") }
    }

    /// The transfer's outcome, by libcurl's result.
    func outcome(_ code: CURLcode) -> Result<CurlReceived, TransportError> {
        guard var error = error(code) else {
            if decoder != nil { received.dropCodedFields() }
            return .success(received)
        }
        if received.isHeadComplete { error.status = HTTPResponse.Status(code: received.status) }
        return .failure(error)
    }

    private func error(_ code: CURLcode) -> TransportError? {
        if let fault = received.fault { return TransportError(fault) }
        if code == CURLE_ABORTED_BY_CALLBACK {
            return TransportError(
                .broken, "the connection broke before a response came; the request is not sent again")
        }
        guard code == CURLE_OK else { return CurlError.make(code, detail: unsafe String(cString: errorText)) }
        // libcurl takes a header that is cut off for a whole one (RFC 9112, section 8).
        guard received.isHeadComplete else { return TransportError(.broken, "the response's header is not complete") }
        guard let decoder, !decoder.isComplete else { return nil }
        return TransportError(.notInCoding(decoder.coding))
    }

    /// Resets the handle, so that no state of this transfer is left for the next.
    func reset() {
        unsafe curl_easy_reset(pointer)
        text.clear()
        unsafe errorText[0] = 0
        budget.shrink(from: received.body.count)
        received = CurlReceived(maximumBodyBytes: 0)
        decoder = nil
        rule = nil
        hasDroppedInput = false
        transfer = nil
        trust = nil
    }

    /// Whether libcurl may send the request now, on the connection with these ends.
    func maySend(on ends: ConnectionSockets.Ends) -> Bool {
        rule?.maySend(on: ends, of: sockets) { unsafe ccurl_tls_may_have_input(pointer) } ?? false
    }

    /// Takes a line of the response's header.
    func receive(line: UnsafeRawBufferPointer) -> Bool {
        guard unsafe received.append(line: line) else { return false }
        // The empty line ends a header.
        guard line.count <= 2, received.isHeadComplete else { return true }
        if received.status >= 400, transfer?.request.body?.isEmpty == false {
            // The server may not have read the body, and take it for the next request.
            forbidReuse()
        } else if !received.announcesBody {
            // If bytes follow such a response at once, libcurl drops them, and only says so.
            let context = unsafe Unmanaged.passUnretained(self).toOpaque()
            if unsafe ccurl_set_listener(pointer, CurlCallbacks.message, context) != CURLE_OK { forbidReuse() }
        }
        return true
    }

    /// Keeps the connection from being used again, because bytes followed the response.
    func noteDroppedInput() {
        hasDroppedInput = true
        forbidReuse()
    }

    private func forbidReuse() {
        _ = unsafe ccurl_set_long(pointer, CURLOPT_FORBID_REUSE, 1)
    }

    /// Takes a piece of the body.
    ///
    /// - Returns: `false` if the body exceeds its bound, or all bodies together exceed theirs, or it can't be decoded.
    func receive(body piece: UnsafeRawBufferPointer) -> Bool {
        guard let coding = received.coding else { return unsafe take(piece) }
        let decoder = decoder ?? ContentDecoder(coding, maximumBodyBytes: received.maximumBodyBytes)
        self.decoder = decoder
        switch unsafe decoder.decode(piece, take: take) {
        case .decoded: return true
        case .tooLarge: return received.fail(.bodyTooLarge)
        case .invalid: return received.fail(.notInCoding(coding))
        }
    }

    private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let (count, newCount) = (received.body.count, received.body.count + bytes.count)
        guard budget.grow(from: count, to: newCount) else { return received.fail(.bodyTooLarge) }
        if unsafe received.append(body: bytes) { return true }
        budget.shrink(from: newCount, to: count)
        return false
    }
}
