/// Says what went wrong and what to do, and keeps what was typed.
struct ErrorPage: Page {
    let layout: SiteLayout
    var words: Catalogue { layout.words }
    let status: Int
    let heading: String
    let message: String
    let correlationID: String
    let actionURL: String?
    let actionLabel: String?
    let kept: String?
    let csrf: String?
    let keptAction: String?
    var removal: String?
    var keptCompletion: Bool?
    var causes: [String] = []
}
