package import PortableFoundation

/// Reads the field `Retry-After` (RFC 9110, section 10.2.3): a number of seconds, or a date.
package enum RetryAfter {
    /// The seconds that a response of status 503 names if nothing better is known.
    package static let usual = 5
    /// Maximum pause that is passed on, in seconds.
    private static let longest = 300

    /// The pause in seconds; `nil` if there is none that is passed on.
    package static func seconds(_ field: String?, now: Date) -> Int? {
        let seconds = field.flatMap { text in
            Int(text) ?? HTTPDate.parse(text).map { Int($0.timeIntervalSince(now).rounded(.up)) }
        }
        return seconds.flatMap { (1...longest).contains($0) ? $0 : nil }
    }
}
