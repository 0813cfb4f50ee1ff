import CCurl
import HTTPTransport
import HTTPTypes

/// One of libcurl's easy handles, which performs one transfer at a time and is reset between two.
///
/// Not `Sendable`: it belongs to the loop's thread.
@safe final class CurlEasyHandle {
    let pointer: UnsafeMutableRawPointer
    var received = CurlReceived(maximumBodyBytes: 0)
    private let budget: BodyBudget
    private(set) var transfer: CurlTransfer?

    private let settings: CurlSettings
    private let currentTrust: CurrentTrustRoots
    /// The roots that the handle has.
    private var trust: TrustRoots?
    private let errorText: UnsafeMutablePointer<CChar>
    private var text = CurlRequestText()
    /// ``CurlConfiguration/standIns``; libcurl reads the list without a copy.
    private let standIns: UnsafeMutablePointer<curl_slist>?
    private var timesSent = 0
    private var mayRepeat = false

    init?(settings: CurlSettings, trust: CurrentTrustRoots, budget: BodyBudget) {
        guard let pointer = unsafe curl_easy_init() else { return nil }
        unsafe self.pointer = unsafe pointer
        self.settings = settings
        currentTrust = trust
        self.budget = budget
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
    /// - Parameter longestIdle: The longest that a connection may have been idle to be reused, in seconds, if not as
    ///   long as usual.
    func prepare(_ transfer: CurlTransfer, longestIdle: Int?) throws(TransportError) {
        let request = transfer.request
        self.transfer = transfer
        received = CurlReceived(maximumBodyBytes: max(0, request.maximumResponseBytes))
        timesSent = 0
        // Only safe methods (RFC 9110, section 9.2.1), because even an idempotent one may have another response the
        // second time.
        mayRepeat = request.head.method == .get || request.head.method == .head || request.head.method == .options
        guard request.timeout > .zero else { throw TransportError(.timedOut, "there was no time for the call") }
        try text.write(request.head, extraLines: settings.extraLines(request))

        var options = unsafe CurlOptions(pointer)
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe options.set(CURLOPT_PRIVATE, pointer: context)
        unsafe options.set(CURLOPT_HEADERDATA, pointer: context)
        unsafe options.set(CURLOPT_WRITEDATA, pointer: context)
        unsafe options.set(CURLOPT_PREREQDATA, pointer: context)
        unsafe options.set(CURLOPT_ERRORBUFFER, pointer: errorText)
        unsafe options.set(CURLOPT_URL, cText: text.url)
        unsafe options.set(fields: text.fields)
        settings.apply(to: &options)
        if let standIns = unsafe standIns { unsafe options.set(CURLOPT_CONNECT_TO, pointer: standIns) }
        if let longestIdle { options.set(CURLOPT_MAXAGE_CONN, longestIdle) }
        let trust = currentTrust.value
        self.trust = trust
        settings.apply(request, trust: trust, to: &options)
        if let refusal = options.refusal { throw CurlError.make(refusal, detail: "") }
    }

    /// The transfer's outcome, by libcurl's result.
    func outcome(_ code: CURLcode) -> Result<CurlReceived, TransportError> {
        guard var error = error(code) else { return .success(received) }
        // libcurl refuses a declared length before it passes on the header's end.
        if received.isHeadComplete || error.kind == .responseTooLarge, received.status >= 200 {
            error.status = HTTPResponse.Status(code: received.status)
        }
        return .failure(error)
    }

    private func error(_ code: CURLcode) -> TransportError? {
        switch received.excess {
        case .head: return TransportError(.broken, "the response's header is too large")
        case .body: return TransportError(.responseTooLarge, "the response's body is too large")
        case nil: break
        }
        if code == CURLE_ABORTED_BY_CALLBACK {
            return TransportError(
                .broken, "the connection broke before a response came; the request is not sent again")
        }
        guard code == CURLE_OK else { return CurlError.make(code, detail: unsafe String(cString: errorText)) }
        // libcurl takes a header that is cut off for a whole one (RFC 9112, section 8).
        return received.isHeadComplete ? nil : TransportError(.broken, "the response's header is not complete")
    }

    /// Resets the handle, so that no state of this transfer is left for the next.
    func reset() {
        unsafe curl_easy_reset(pointer)
        text.clear()
        unsafe errorText[0] = 0
        budget.giveBack(received.body.count)
        received = CurlReceived(maximumBodyBytes: 0)
        transfer = nil
        trust = nil
    }

    /// Whether the request may be sent, or sent again: if a reused connection breaks before a response, libcurl sends
    /// it on a new one, and can't know whether the server has processed it.
    func maySend() -> Bool {
        timesSent += 1
        return timesSent == 1 || mayRepeat
    }

    /// Takes a piece of the body.
    ///
    /// - Returns: `false` if the body exceeds its bound, or all bodies together exceed theirs.
    func receive(body piece: UnsafeRawBufferPointer) -> Bool {
        let allowance = budget.allowance(of: received.body.count)
        guard unsafe received.append(body: piece, announced: announcedBodyBytes, allowance: allowance) else {
            return false
        }
        budget.take(piece.count)
        return true
    }

    /// The body's length in the response's header; 0 if it is missing.
    var announcedBodyBytes: Int {
        var length: curl_off_t = 0
        return unsafe ccurl_get_size(pointer, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length) == CURLE_OK
            ? max(0, Int(length)) : 0
    }
}
