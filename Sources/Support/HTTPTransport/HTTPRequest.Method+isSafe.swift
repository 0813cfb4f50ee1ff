package import HTTPTypes

extension HTTPRequest.Method {
    /// Whether a request of the method changes nothing (RFC 9110, section 9.2.1).
    package var isSafe: Bool { [.get, .head, .options, .trace].contains(self) }
}
