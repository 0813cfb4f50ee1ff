import FoundationEssentials

/// One claim, to be shown.
struct ClaimRow {
    /// The claims that are a time, in seconds since 1970 (RFC 7519; OpenID Connect Core 1.0, sections 2 and 5.1).
    private static let times: Set = ["auth_time", "exp", "iat", "nbf", "updated_at"]
    /// The last second that a calendar with years of four digits has.
    private static let latest = 253_402_300_799.0

    let name: String
    let value: String
    /// The same as a time, if it is one.
    let time: LocalTime?

    init(name: String, value: String, words: Catalogue) {
        self.name = name
        self.value = value
        if Self.times.contains(name), let seconds = Double(value), (0...Self.latest).contains(seconds) {
            time = LocalTime(Date(timeIntervalSince1970: seconds), in: words)
        } else {
            time = nil
        }
    }
}
