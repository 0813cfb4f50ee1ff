import FoundationEssentials
import HTTPTransport
import Synchronization

/// The `Date` of responses (RFC 9110, section 6.6.1), whose text is made once a second.
final class ResponseDate: Sendable {
    private let last = Mutex((second: Int64.min, text: ""))

    /// The text for now.
    var text: String {
        let now = Date.now
        let second = Int64(now.timeIntervalSince1970)
        return last.withLock { last in
            if last.second != second { last = (second, HTTPDate.text(now)) }
            return last.text
        }
    }
}
