/// The person's sessions, each of which can be ended from here.
struct SessionsPage: Page {
    let layout: SiteLayout
    let csrf: String
    let rows: [SessionRow]

    var hasOthers: Bool { rows.contains { !$0.isCurrent } }
}
