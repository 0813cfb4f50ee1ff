import HTTPTransport
import OpenIDConnect

/// What the identity provider says about the person.
struct ClaimsPage: Page {
    let layout: SiteLayout
    let rows: [ClaimRow]
    let userInfoRows: [ClaimRow]

    var words: Catalogue { layout.words }

    init(layout: SiteLayout, session: Session) {
        self.layout = layout
        let claims = session.idToken.flatMap(Claims.unverified(ofJWT:))?.printable ?? []
        let userInfo = session.userInfo.flatMap(FormBody.init(parsing:))?.fields ?? []
        rows = claims.map { ClaimRow(name: $0.name, value: $0.value, words: layout.words) }
        userInfoRows = userInfo.map { ClaimRow(name: $0.name, value: $0.value, words: layout.words) }
    }
}
