import FoundationEssentials
import HummingbirdOpenIDConnect
import OpenIDConnect

/// The identity provider's claims about the user.
struct ClaimsPage: Page {
    let layout: SiteLayout
    let rows: [ClaimRow]
    let userInfoRows: [ClaimRow]

    var words: Catalogue { layout.words }

    init(layout: SiteLayout, _ claims: SignedInClaims) {
        self.layout = layout
        func rows(_ claims: Claims?) -> [ClaimRow] {
            claims?.printable.map { ClaimRow(name: $0.name, value: $0.value, words: layout.words) } ?? []
        }
        self.rows = rows(claims.idToken)
        userInfoRows = rows(claims.userInfo)
    }
}

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

extension Catalogue {
    /// The texts of the page of claims.
    struct Claims: Sendable {
        let heading: String
        let lead: String
        let idToken: String
        let userInfo: String
        let claim: String
        let value: String
    }
}
