import Encodings
package import HTTPTypes
import PortableFoundation

/// How long a response may be cached, in seconds (RFC 9111, sections 4.2 and 5.2.2), between a minute and a day.
///
/// `Age` is subtracted. Without any information it is an hour.
package enum CacheLifetime {
    static let shortest = 60.0
    static let longest = 86_400.0
    static let usual = 3600.0

    package static func seconds(of fields: HTTPFields) -> Double {
        guard let freshness = freshness(of: fields) else { return usual }
        let age = fields[.age].flatMap(deltaSeconds) ?? 0
        return min(max(freshness - age, shortest), longest)
    }

    /// `Cache-Control` goes before `Expires`; `nil` without either.
    private static func freshness(of fields: HTTPFields) -> Double? {
        let directives = fields[values: .cacheControl].joined(separator: ",").lowercased().split(separator: ",")
            .map { $0.filter { $0 != " " && $0 != "\t" && $0 != "\"" } }
        if directives.contains("no-store") || directives.contains("no-cache") { return 0 }
        for directive in directives where directive.hasPrefix("max-age=") {
            if let seconds = deltaSeconds(directive.dropFirst(8)) { return seconds }
        }
        // An unreadable date counts as past (section 5.3); without `Date` its distance is unknown.
        guard let text = fields[.expires], let sent = fields[.date].flatMap(HTTPDate.parse) else { return nil }
        return HTTPDate.parse(text).map { $0.timeIntervalSince(sent) } ?? 0
    }

    /// A count of seconds (RFC 9111, section 1.2.2), at most 2³¹.
    private static func deltaSeconds(_ text: some StringProtocol) -> Double? {
        guard text.utf8.allSatisfy(\.isDigit), let seconds = Double(text) else { return nil }
        return min(seconds, 2_147_483_648)
    }
}
