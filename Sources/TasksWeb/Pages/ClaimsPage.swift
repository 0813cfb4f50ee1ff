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
        rows =
            session.idToken.flatMap(Claims.unverified(ofJWT:)).map { $0.printable.map { ClaimRow(name: $0.name, value: $0.value) } } ?? []
        userInfoRows = session.userInfo.flatMap(FormBody.init(parsing:))?.fields.map { ClaimRow(name: $0.name, value: $0.value) } ?? []
    }
}
