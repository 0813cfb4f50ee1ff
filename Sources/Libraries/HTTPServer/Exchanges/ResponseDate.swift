import HTTPTransport
import HTTPTypes
import NIOPosix
import PortableFoundation

/// The `Date` of responses (RFC 9110, section 6.6.1), which each thread makes once a second.
enum ResponseDate {
    private final class Last: Sendable {
        let second: Int64
        let field: HTTPField

        init(_ second: Int64, _ field: HTTPField) {
            self.second = second
            self.field = field
        }
    }

    private static let last = ThreadSpecificVariable<Last>()

    /// The field for now.
    static var field: HTTPField {
        let now = Date.now
        let second = Int64(now.timeIntervalSince1970)
        if let last = last.currentValue, last.second == second { return last.field }
        let field = HTTPField(name: .date, value: HTTPDate.text(now))
        last.currentValue = Last(second, field)
        return field
    }
}
