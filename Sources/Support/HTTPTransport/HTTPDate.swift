package import PortableFoundation

/// Reads and writes the date of a `Date` header field, in the one format that may still be sent:
/// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
package enum HTTPDate {
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The text of a date from 1970 on.
    package static func text(_ date: Date) -> String {
        // 1970 started on a Thursday.
        let weekday = weekdays[(Int(date.timeIntervalSince1970) / 86_400 + 4) % 7]
        // Year, month, day, hour, minute and second.
        let parts = date.formatted(.iso8601).split { "-T:Z".contains($0) }
        let month = months[(Int(parts[1]) ?? 1) - 1]
        return "\(weekday), \(parts[2]) \(month) \(parts[0]) \(parts[3]):\(parts[4]):\(parts[5]) GMT"
    }

    package static func parse(_ text: String) -> Date? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]),
            let month = months.firstIndex(of: String(parts[2])),
            let year = Int(parts[3]), (1970...9999).contains(year), (1...31).contains(day)
        else { return nil }
        let time = parts[4].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3, (0..<24).contains(time[0]), (0..<60).contains(time[1]), (0...60).contains(time[2]) else {
            return nil
        }
        let seconds = ((days(year, month + 1, day) * 24 + time[0]) * 60 + time[1]) * 60 + time[2]
        return Date(timeIntervalSince1970: Double(seconds))
    }

    /// Days since 1970 in the Gregorian calendar, counted in years that start in March so that the leap day comes last.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }
}
