import FoundationEssentials
import HTTPTransport
import HTTPTypes
import Synchronization

/// The `Date` of responses (RFC 9110, section 6.6.1), which is made once a second.
final class ResponseDate: Sendable {
    private let last = Mutex<(second: Int64, field: HTTPField)?>(nil)

    /// The field for now.
    var field: HTTPField {
        let now = Date.now
        let second = Int64(now.timeIntervalSince1970)
        return last.withLock { last in
            if let last, last.second == second { return last.field }
            let field = HTTPField(name: .date, value: HTTPDate.text(now))
            last = (second, field)
            return field
        }
    }
}
