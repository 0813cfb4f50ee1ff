import HTTPTypes

/// How long a response may be kept, in seconds (RFC 9111, section 5.2.2), between a minute and a day.
enum CacheLifetime {
    static let shortest = 60.0
    static let longest = 86_400.0
    static let usual = 3600.0

    static func seconds(of fields: HTTPFields) -> Double {
        let directives = fields[values: .cacheControl].joined(separator: ",").lowercased().split(separator: ",")
        for directive in directives.map({ $0.filter { $0 != " " && $0 != "\t" && $0 != "\"" } }) {
            if directive == "no-store" || directive == "no-cache" { return shortest }
            if directive.hasPrefix("max-age="), let age = Double(directive.dropFirst(8)), age >= 0 {
                return min(max(age, shortest), longest)
            }
        }
        return usual
    }
}
