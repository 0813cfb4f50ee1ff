import HTTPTransport
import HTTPTypes
import PortableFoundation

/// Recognizes a response that means "later" (RFC 6585, section 4; RFC 9110, section 15.6.4), whatever its body.
enum BusyProvider {
    static func check(_ response: TransportResponse, now: Date) throws(OpenIDConnectError) {
        guard response.status.code == 429 || response.status.code == 503 else { return }
        var error = OpenIDConnectError(.busy, response.statusInWords)
        error.kind = .temporarilyUnavailable(
            retryAfter: RetryAfter.seconds(response.headerFields[.retryAfter], now: now)
                ?? OpenIDConnectError.usualPause)
        throw error
    }
}
