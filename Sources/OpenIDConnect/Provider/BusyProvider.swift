import FoundationEssentials
import HTTPTransport
import HTTPTypes

/// Recognizes a response that means "later" (RFC 6585, section 4; RFC 9110, section 15.6.4), whatever its body.
enum BusyProvider {
    /// The longest pause that is passed on, in seconds.
    private static let longestPause = 300

    static func check(_ response: TransportResponse, now: Date) throws(OpenIDConnectError) {
        guard response.status.code == 429 || response.status.code == 503 else { return }
        var error = OpenIDConnectError(.busy, response.statusInWords)
        error.kind = .temporarilyUnavailable(retryAfter: pause(response.headerFields[.retryAfter], now))
        throw error
    }

    /// A number of seconds or a date (RFC 9110, section 10.2.3).
    private static func pause(_ field: String?, _ now: Date) -> Int {
        let seconds = field.flatMap { text in
            Int(text) ?? HTTPDate.parse(text).map { Int($0.timeIntervalSince(now).rounded(.up)) }
        }
        guard let seconds, (1...longestPause).contains(seconds) else { return OpenIDConnectError.usualPause }
        return seconds
    }
}
