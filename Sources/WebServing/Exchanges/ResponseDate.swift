import FoundationEssentials
import HTTPTransport
import HTTPTypes
import Synchronization

/// The `Date` of responses (RFC 9110, section 6.6.1), which is made once a second.
final class ResponseDate: Sendable {
    private let last = Mutex((second: Int64.min, field: HTTPField(name: .date, value: "")))

    /// The field for now.
    var field: HTTPField {
        let now = Date.now
        let second = Int64(now.timeIntervalSince1970)
        return last.withLock { last in
            if last.second != second { last = (second, HTTPField(name: .date, value: HTTPDate.text(now))) }
            return last.field
        }
    }
}
