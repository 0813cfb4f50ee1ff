import CCurl

/// Sets options of an easy handle, which it must not outlive, and remembers the first that libcurl refused.
@safe struct CurlOptions {
    private let easy: UnsafeMutableRawPointer
    private(set) var refusal: CURLcode?

    init(_ easy: UnsafeMutableRawPointer) {
        unsafe self.easy = unsafe easy
    }

    mutating func set(_ option: CURLoption, _ value: Int) {
        note(unsafe ccurl_set_long(easy, option, value))
    }

    /// Sets an optional option.
    ///
    /// Older versions of libcurl ignore it.
    func setIfKnown(_ option: CURLoption, _ value: Int) {
        unsafe ccurl_set_long(easy, option, value)
    }

    mutating func set(_ option: CURLoption, _ value: Bool) {
        set(option, value ? 1 : 0)
    }

    mutating func set(_ option: CURLoption, _ text: String?) {
        guard let text else { return note(unsafe ccurl_set_text(easy, option, nil)) }
        note(unsafe ccurl_set_text(easy, option, text))
    }

    mutating func set(_ option: CURLoption, cText text: UnsafePointer<CChar>?) {
        note(unsafe ccurl_set_text(easy, option, text))
    }

    mutating func set(_ option: CURLoption, pointer: UnsafeMutableRawPointer?) {
        note(unsafe ccurl_set_pointer(easy, option, pointer))
    }

    mutating func set(fields: UnsafeMutablePointer<curl_slist>?) {
        note(unsafe ccurl_set_fields(easy, fields))
    }

    mutating func set(_ option: CURLoption, receiver: @escaping ccurl_receive) {
        note(unsafe ccurl_set_receiver(easy, option, receiver))
    }

    mutating func set(newSocket: @escaping ccurl_new_socket) {
        note(unsafe ccurl_set_new_socket(easy, newSocket))
    }

    mutating func set(beforeRequest: @escaping ccurl_before_request) {
        note(unsafe ccurl_set_before_request(easy, beforeRequest))
    }

    mutating func set(roots: PEMBytes) {
        note(unsafe ccurl_set_roots(easy, roots.bytes.baseAddress, roots.bytes.count))
    }

    /// Sets the body, which libcurl copies, so the request's storage may be released.
    mutating func set(body: [UInt8]) {
        unsafe body.withUnsafeBytes { bytes in note(unsafe ccurl_set_body(easy, bytes.baseAddress, bytes.count)) }
    }

    private mutating func note(_ code: CURLcode) {
        if code != CURLE_OK, refusal == nil { refusal = code }
    }
}
