import Foundation

/// A time to the minute, in a language's format and in the format of HTML's `time` element.
///
/// The time is in UTC, and says so, because the browser's time zone is unknown.
struct LocalTime: Sendable {
    let text: String
    /// RFC 3339.
    let machine: String

    init(_ date: Date, in words: Catalogue) {
        let style = Date.FormatStyle(
            date: .abbreviated, time: .shortened, locale: Locale(identifier: words.language.tag), timeZone: .gmt)
        text = words.sessions.time(time: date.formatted(style))
        machine = date.formatted(.iso8601)
    }
}
