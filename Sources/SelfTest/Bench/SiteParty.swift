/// The web front end, where a browser signs in.
struct SiteParty: Party {
    let site: Site

    func signIn() async throws -> SignInReport {
        let browser = site.browser()
        let (answer, page) = try await browser.signIn()
        let isSignedIn = try await browser.isSignedIn()
        if page.status == 303, isSignedIn {
            let claims = try await browser.get("/claims")
            return SignInReport(answer: answer, outcome: .signedIn(hasUserInfo: claims.text.contains("From UserInfo")))
        }
        guard page.status == 400, page.text.contains("data-error"), !isSignedIn else {
            throw Shortfall("the site answered \(page.status), and somebody is \(isSignedIn ? "" : "not ")signed in")
        }
        return SignInReport(answer: answer, outcome: .refused)
    }
}
